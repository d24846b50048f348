// What start-up code does before anything that the compiler may do with a floating-point or vector
// register, where it also keeps integers.
#pragma once

#include <cstdint>

namespace board {

inline volatile std::uint32_t& at(std::uint32_t address) {
  return *reinterpret_cast<volatile std::uint32_t*>(address);
}

}  // namespace board

// Its registers are reserved on cores without a floating-point unit.
extern "C" [[gnu::used]] inline void board_enable_floating_point() {
#if __ARM_ARCH >= 7
  using board::at;
  at(0xe000ed88) = at(0xe000ed88) | (0xfu << 20);   // CPACR: full access to CP10 and CP11
  at(0xe000ef34) = at(0xe000ef34) & ~(0x3u << 30);  // FPCCR: no lazy stacking
  __asm volatile("dsb\n\tisb" ::: "memory");
#endif
}
