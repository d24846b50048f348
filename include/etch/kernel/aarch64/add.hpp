// add of codes of 8 to 16 bits that all count the same unit from 0, 16 bytes of them at a time, by
// SQADD.
//
// Needs: Advanced SIMD; logical order; no constants; q formats of equal fraction bits, or affine
// ones of equal scales without zero points. Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may
// be a or b.
#pragma once

#include <etch/kernel/aarch64/code_lanes.hpp>
#include <etch/kernel/layer/plain_sums.hpp>

namespace ETCH_NAMESPACE {

namespace neon {

/// Sums of registers of codes.
struct by_saturating_lanes {
  static constexpr bool is_available = ETCH_HAS_NEON;

#if ETCH_HAS_NEON
  template <int Sign, bool Whole, class T>
  ETCH_KERNEL static void sums(T* y, const T* a, const T* b, int count, const limits<T>& l) {
    constexpr int lanes = 16 / static_cast<int>(sizeof(T));
    const auto whole = [&](int i) __attribute__((always_inline)) {
      auto codes = sum<Sign>(load_all_lanes(a + i), load_all_lanes(b + i));
      if constexpr (!Whole) codes = clamped(codes, l.low, l.high);
      store_lanes(y + i, codes);
    };
    int i = 0;
    for (; i + 4 * lanes <= count; i += 4 * lanes)
      whole(i), whole(i + lanes), whole(i + 2 * lanes), whole(i + 3 * lanes);
    for (; i + lanes <= count; i += lanes) whole(i);
    for (; i < count; ++i)
      y[i] = static_cast<T>(clamp<std::int32_t>(a[i] + Sign * b[i], l.low, l.high));
  }

 private:
  template <int Sign>
  ETCH_GLUE static int8x16_t sum(int8x16_t a, int8x16_t b) {
    return Sign > 0 ? vqaddq_s8(a, b) : vqsubq_s8(a, b);
  }
  template <int Sign>
  ETCH_GLUE static int16x8_t sum(int16x8_t a, int16x8_t b) {
    return Sign > 0 ? vqaddq_s16(a, b) : vqsubq_s16(a, b);
  }
#endif
};

}  // namespace neon

/// add of signed 8-bit codes of one unit.
struct add_s8_s8_s8_sqadd
    : plain_sum<add_s8_s8_s8_sqadd, neon::by_saturating_lanes, std::int8_t, ops::add> {
  static constexpr const char* name = "add_s8_s8_s8_sqadd";
};
/// add of codes of 9 to 16 bits of one unit.
struct add_s16_s16_s16_sqadd
    : plain_sum<add_s16_s16_s16_sqadd, neon::by_saturating_lanes, std::int16_t, ops::add> {
  static constexpr const char* name = "add_s16_s16_s16_sqadd";
};

}  // namespace ETCH_NAMESPACE
