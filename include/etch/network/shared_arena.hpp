// One arena for several networks of a program that run one after another.
#pragma once

#include <etch/network/network.hpp>

namespace ETCH_NAMESPACE {

/// An arena as large as the largest of Nets needs. Each uses all of it: writing an input of one or
/// running it ends the life of what another left there, its outputs included. One thread at a time.
///
///   etch::shared_arena<wake_word, command> memory;
///   memory.run<wake_word>();
///   if (memory.output<wake_word>()[0] > 0) ...
template <class... Nets>
class shared_arena {
  static constexpr int largest() {
    int bytes = 1;
    ((bytes = maximum(bytes, Nets::ram_bytes)), ...);
    return bytes;
  }
  template <class Net>
  static constexpr bool has_state() {
    for (const value& v : Net::graph.values) {
      if (v.lives == lifetime::always) return true;
    }
    return false;
  }
  template <class Net>
  static constexpr bool holds = (__is_same(Net, Nets) || ...);

 public:
  static_assert(!(has_state<Nets>() || ...),
                "shared_arena: a network with state keeps it in its arena between runs");

  static constexpr int ram_bytes = largest();

  /// For the static functions of any of Nets.
  unsigned char* data() { return bytes_; }

  template <class Net, int I = 0>
  requires holds<Net>
  auto input() {
    return Net::template input<I>(bytes_);
  }
  template <class Net, int I = 0>
  requires holds<Net>
  auto output() {
    return Net::template output<I>(bytes_);
  }
  template <class Net>
  requires holds<Net>
  void run() {
    Net::run(bytes_);
  }
  template <class Net>
  requires holds<Net>
  void run_layer(int n) {
    Net::run_layer(bytes_, n);
  }

 private:
  alignas(arena_alignment) unsigned char bytes_[ram_bytes];
};

}  // namespace ETCH_NAMESPACE
