// Executed instructions of a region of a program, exact and repeatable, on the targets that run
// under QEMU. One interface, two ways to count:
// - MPS boards, run by toolchains/board/emulate: virtual time advances 2^8 ns with each instruction
//   and the board's counter reads it; the memory map in toolchains/board says where and how fast.
//   What the calls themselves execute is measured once, before the first region, and subtracted.
// - AArch64 and x86-64 without AVX-512, run with bench/qemu/count.c: marks in the code, counted
//   outside.
// Elsewhere nothing counts and available() is false.
#pragma once

#include <etch/base/features.hpp>

#include <cstdint>

#if defined(__linux__) && (defined(__aarch64__) || ETCH_HAS_X86)
#define ETCH_COUNTED_OUTSIDE 1
#include <unistd.h>
#elif defined(__arm__) && !defined(__linux__)
extern "C" {
// Addresses that stand for numbers: where the registers FPGAIO lie, nanoseconds of a fast tick.
extern const char board_fpgaio[], board_tick_nanoseconds[];
}
#endif

namespace etch::bench {

#if defined(ETCH_COUNTED_OUTSIDE)

class instruction_clock {
 public:
  static bool available() {
    std::uint64_t ignored;
    return read(ignored);
  }

  /// Begins a region. Regions nest.
  [[gnu::always_inline]] static inline void start() { mark<0>(); }

  /// Ends the region begun last. Its executed instructions, those of inner regions included (but
  /// not of the calls that count them).
  [[gnu::always_inline]] static inline std::uint64_t stop() {
    mark<127>();
    std::uint64_t executed = 0;
    read(executed);
    mark<126>();
    return executed;
  }

 private:
  static constexpr int result_descriptor = 200;  // as in count.c

  /// An instruction that changes nothing, as count.c knows it.
  template <int Id>
  [[gnu::always_inline]] static inline void mark() {
#if defined(__aarch64__)
    __asm volatile("movk xzr, %0, lsl #48" ::"i"(0xe700 + Id) : "memory");
#else
    // nopl "etc" + Id(%rax)
    __asm volatile(".byte 0x0f, 0x1f, 0x80, %c0, 0x63, 0x74, 0x65" ::"i"(Id) : "memory");
#endif
  }

  [[gnu::noinline]] static bool read(std::uint64_t& executed) {
    return pread(result_descriptor, &executed, sizeof executed, 0) == sizeof executed;
  }
};

#elif defined(__arm__) && !defined(__linux__)

class instruction_clock {
 public:
  static bool available() { return true; }

  /// Begins a region. Regions nest, 8 deep.
  ETCH_KERNEL static void start() {
    if (!calibrated_) calibrate();
    region& r = open_[depth_++ % deepest];
    r.pairs = pairs_;
    r.begin = now();
  }

  /// Ends the region begun last. Its executed instructions, those of inner regions included (but
  /// not of the calls that count them).
  ETCH_KERNEL static std::uint64_t stop() {
    const moment end = now();
    const region& r = open_[--depth_ % deepest];
    const std::uint32_t inner = pairs_++ - r.pairs;
    return executed(r.begin, end) - empty_ - std::uint64_t{inner} * pair_;
  }

 private:
  // The board's counters: at 20 or 25 MHz, and at 100 Hz to tell how often the former wrapped.
  struct moment {
    std::uint32_t fast;
    std::uint32_t slow;
  };

  struct region {
    moment begin;
    std::uint32_t pairs;  // start and stop calls so far
  };

  static constexpr unsigned deepest = 8;

  static inline region open_[deepest];
  static inline unsigned depth_ = 0;
  static inline std::uint32_t pairs_ = 0;
  static inline bool calibrated_ = false;
  // start() and stop() take the same path each time, so that two numbers describe their cost:
  static inline std::uint32_t empty_ = 0;  // instructions that an empty region would show
  static inline std::uint32_t pair_ = 0;   // what one region adds to the region around it

  static volatile std::uint32_t& board_register(std::uint32_t offset) {
    const auto base = reinterpret_cast<std::uintptr_t>(board_fpgaio);
    return *reinterpret_cast<volatile std::uint32_t*>(base + offset);
  }

  [[gnu::always_inline]] static inline moment now() {
    const std::uint32_t slow = board_register(0x14);
    return {board_register(0x18), slow};
  }

  // 256 ns an instruction; the sum rounds to the nearest.
  static std::uint64_t executed(const moment& a, const moment& b) {
    const auto tick = reinterpret_cast<std::uintptr_t>(board_tick_nanoseconds);
    const std::uint32_t fast_per_slow = tick == 40 ? 10'000'000 / 40 : 10'000'000 / 50;
    const std::uint32_t fast = b.fast - a.fast;
    const std::uint64_t near = std::uint64_t{b.slow - a.slow} * fast_per_slow;
    const std::uint64_t wraps = (near - fast + (std::uint64_t{1} << 31)) >> 32;
    const std::uint64_t ticks = (wraps << 32) + fast;
    return (ticks * tick + 128) >> 8;
  }

  static void calibrate() {
    calibrated_ = true;
    board_register(0x1c) = 0;  // prescaler
    start();
    const auto empty = static_cast<std::uint32_t>(stop());
    start();
    start();
    stop();
    pair_ = static_cast<std::uint32_t>(stop()) - empty;
    empty_ = empty;
  }
};

#else

class instruction_clock {
 public:
  static bool available() { return false; }
  static void start() {}
  static std::uint64_t stop() { return 0; }
};

#endif

}  // namespace etch::bench
