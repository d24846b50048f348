// Sums of codes of 8 or 16 bits in registers, in twice their width.
#pragma once

#include <etch/kernel/aarch64/code_lanes.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

#if ETCH_HAS_NEON
namespace neon {

/// Sums of the lower half of some codes, and of the upper, in twice their width.
ETCH_GLUE int16x8_t add_low(int16x8_t sum, int8x8_t x) { return vaddw_s8(sum, x); }
ETCH_GLUE uint16x8_t add_low(uint16x8_t sum, uint8x8_t x) { return vaddw_u8(sum, x); }
ETCH_GLUE int32x4_t add_low(int32x4_t sum, int16x4_t x) { return vaddw_s16(sum, x); }
ETCH_GLUE int16x8_t add_low(int16x8_t sum, int8x16_t x) { return vaddw_s8(sum, vget_low_s8(x)); }
ETCH_GLUE uint16x8_t add_low(uint16x8_t sum, uint8x16_t x) { return vaddw_u8(sum, vget_low_u8(x)); }
ETCH_GLUE int32x4_t add_low(int32x4_t sum, int16x8_t x) { return vaddw_s16(sum, vget_low_s16(x)); }
ETCH_GLUE int16x8_t add_high(int16x8_t sum, int8x16_t x) { return vaddw_high_s8(sum, x); }
ETCH_GLUE uint16x8_t add_high(uint16x8_t sum, uint8x16_t x) { return vaddw_high_u8(sum, x); }
ETCH_GLUE int32x4_t add_high(int32x4_t sum, int16x8_t x) { return vaddw_high_s16(sum, x); }
/// Sums in 32 bits.
ETCH_GLUE int32x4_t low_in_32(int16x8_t sum) { return vmovl_s16(vget_low_s16(sum)); }
ETCH_GLUE int32x4_t high_in_32(int16x8_t sum) { return vmovl_high_s16(sum); }
ETCH_GLUE int32x4_t low_in_32(uint16x8_t sum) {
  return vreinterpretq_s32_u32(vmovl_u16(vget_low_u16(sum)));
}
ETCH_GLUE int32x4_t high_in_32(uint16x8_t sum) {
  return vreinterpretq_s32_u32(vmovl_high_u16(sum));
}

/// Sums of the codes T of Block channels: 8 bytes, or a multiple of 16.
template <class T, int Block>
struct sums_of_codes {
  /// Sums of a register.
  static constexpr int lanes = 8 / static_cast<int>(sizeof(T));
  element_t<list<int16x8_t, uint16x8_t, int32x4_t>, sizeof(T) == 2           ? 2
                                                    : static_cast<T>(-1) < 0 ? 0
                                                                             : 1>
      some[Block / lanes]{};
  ETCH_GLUE void add(const T* x) {
    if constexpr (Block == lanes) {
      some[0] = add_low(some[0], load_half(x));
    } else {
      unroll<Block / lanes / 2>([&]<int I>() __attribute__((always_inline)) {
        const auto codes = load_all_lanes(x + 2 * lanes * I);
        some[2 * I] = add_low(some[2 * I], codes);
        some[2 * I + 1] = add_high(some[2 * I + 1], codes);
      });
    }
  }
  /// Four of them, from the 4 I-th on.
  template <int I>
  ETCH_GLUE int32x4_t four() const {
    if constexpr (lanes == 4) return some[I];
    else return I % 2 == 0 ? low_in_32(some[I / 2]) : high_in_32(some[I / 2]);
  }
};

}  // namespace neon
#endif

}  // namespace ETCH_NAMESPACE
