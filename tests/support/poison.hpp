// Runs a network while every byte that its plan calls free holds rubbish.
#pragma once

#include <etch/network/network.hpp>

namespace test {

/// Before each step fills all bytes of the arena that hold nothing made earlier and still needed.
template <class Net>
struct poisoner {
  unsigned char* arena;
  unsigned char rubbish;
  int step = 0;  ///< of the schedule: a layer, a row of one, or a row of the input that arrives

  void before(const etch::traced_step&) { fill(); }
  void fill() {
    const auto& m = Net::placed::memory;
    ++step;
    for (int i = 0; i < Net::ram_bytes; ++i) {
      bool kept = false;
      for (int b = 0; b < m.buffer_count; ++b) {
        const bool alive = m.buffers[b].first < step && step <= m.buffers[b].last;
        const int at = m.placed.offset[b];
        kept |= alive && at <= i && i < at + m.buffers[b].size;
      }
      if (!kept) arena[i] = rubbish;
    }
  }
};

/// An arena with guards on both sides.
template <class Net>
struct guarded_arena {
  static constexpr int guard = 64;
  alignas(16) unsigned char bytes[guard + Net::ram_bytes + guard];

  explicit guarded_arena(unsigned char rubbish) {
    for (unsigned char& b : bytes) b = rubbish;
  }
  unsigned char* arena() { return bytes + guard; }
  bool guards_hold(unsigned char rubbish) const {
    for (int i = 0; i < guard; ++i) {
      if (bytes[i] != rubbish || bytes[guard + Net::ram_bytes + i] != rubbish) return false;
    }
    return true;
  }
};

/// Numbers that look random, the same everywhere.
struct lcg {
  unsigned state;
  constexpr unsigned next() { return (state = state * 1664525u + 1013904223u) >> 8; }
  constexpr signed char code() { return static_cast<signed char>(next() & 0xff); }
};

/// One inference of Net on random codes, in memory full of two kinds of rubbish: whether both give
/// the same first output and touch nothing outside the arena.
template <class Net>
bool survives_poison(unsigned seed) {
  static signed char outputs[2][Net::template output_value<0>::span];
  bool held = true;
  const unsigned char rubbish[2] = {0x5a, 0xa7};
  for (int k = 0; k < 2; ++k) {
    guarded_arena<Net> memory(rubbish[k]);
    lcg random{seed};
    etch::for_each_index<Net::graph.size.inputs>([&]<int I>() {
      for (auto& code : Net::template input<I>(memory.arena())) code = random.code();
    });
    poisoner<Net> tracer{memory.arena(), rubbish[k]};
    Net::run(memory.arena(), tracer);
    tracer.fill();
    const auto y = Net::template output<0>(memory.arena());
    for (int i = 0; i < y.size(); ++i) outputs[k][i] = static_cast<signed char>(y[i]);
    held = held && memory.guards_hold(rubbish[k]);
  }
  for (int i = 0; i < Net::template output_value<0>::span; ++i) {
    held = held && outputs[0][i] == outputs[1][i];
  }
  return held;
}

}  // namespace test
