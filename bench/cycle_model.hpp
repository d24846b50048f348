// Modelled clock cycles of a region of a program on Cortex-M0, M3, M4 and M7: instructions that
// toolchains/board/emulate runs with bench/qemu/cycles.c, times what the manuals say that each
// takes, and what the flash of Cortex-M4's chip in bench/qemu/flash.csv adds. Elsewhere nothing is
// modelled and available() is false.
#pragma once

#include <cstdint>
#include <cstdio>

namespace etch::bench {

/// The manuals leave a range; its middle is what one figure stands for.
struct modelled_cycles {
  std::uint64_t least = 0, most = 0;
  std::uint64_t instructions = 0;
  std::uint64_t waits = 0;  ///< for flash, where that of a chip is modelled
  constexpr std::uint64_t middle() const { return (least + most) / 2; }
};

#if defined(__arm__) && !defined(__linux__)

class cycle_model {
 public:
  static bool available() {
    modelled_cycles ignored;
    return read(ignored);
  }

  /// Begins a region. Regions nest.
  [[gnu::always_inline]] static inline void start() { __asm volatile("mov r9,r9" ::: "memory"); }

  /// Ends the region begun last. Its cycles, those of inner regions included (but not of the calls
  /// that count them).
  [[gnu::always_inline]] static inline modelled_cycles stop() {
    __asm volatile("mov r10,r10" ::: "memory");
    return ended();
  }
  /// The same, of a region whose end is marked.
  [[gnu::always_inline]] static inline modelled_cycles ended() {
    modelled_cycles took;
    read(took);
    __asm volatile("mov r11,r11" ::: "memory");
    return took;
  }

 private:
  [[gnu::noinline]] static bool read(modelled_cycles& took) {
    std::FILE* const file = std::fopen("/proc/self/fd/200", "rb");  // QEMU's own, by semihosting
    if (file == nullptr) return false;
    const bool whole = std::fread(&took, sizeof took, 1, file) == 1;
    std::fclose(file);
    return whole;
  }
};

#else

class cycle_model {
 public:
  static bool available() { return false; }
  static void start() {}
  static modelled_cycles stop() { return {}; }
};

#endif

/// The same as a clock of one number.
struct cycle_model_clock {
  [[gnu::always_inline]] static inline void start() { cycle_model::start(); }
  [[gnu::always_inline]] static inline std::uint64_t stop() { return cycle_model::stop().middle(); }
};

}  // namespace etch::bench
