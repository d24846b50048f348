// add of codes of 8 to 16 bits that all count the same unit from 0, 16 bytes of them a step, by
// VQADD.
//
// Needs: MVE; logical order; no constants; q formats of equal fraction bits, or affine ones of
// equal scales without zero points. Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or
// b.
#pragma once

#include <etch/kernel/layer/plain_sums.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>
#endif

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Sums of vectors of codes.
struct by_saturating_vectors {
  static constexpr bool is_available = ETCH_HAS_MVE;

#if ETCH_HAS_MVE
  template <int Sign, bool Whole, class T>
  ETCH_KERNEL static void sums(T* y, const T* a, const T* b, int count, const limits<T>& l) {
    constexpr int lanes = 16 / static_cast<int>(sizeof(T));
    const auto sum = [&](auto p, auto q) __attribute__((always_inline)) {
      const auto both = Sign > 0 ? vqaddq(p, q) : vqsubq(p, q);
      if constexpr (Whole) return both;
      else return vminq(vmaxq(both, of(l.low)), of(l.high));
    };
    for (int k = count / lanes; k > 0; --k, a += lanes, b += lanes, y += lanes) {
      vst1q(y, sum(vld1q(a), vld1q(b)));
    }
    if (count % lanes != 0) {
      const auto left = static_cast<std::uint32_t>(count % lanes);
      const mve_pred16_t inside = sizeof(T) == 1 ? vctp8q(left) : vctp16q(left);
      vst1q_p(y, sum(vld1q_z(a, inside), vld1q_z(b, inside)), inside);
    }
  }

 private:
  ETCH_GLUE static int8x16_t of(std::int8_t code) { return vdupq_n_s8(code); }
  ETCH_GLUE static int16x8_t of(std::int16_t code) { return vdupq_n_s16(code); }
#endif
};

}  // namespace armv81m

/// add of signed 8-bit codes of one unit.
struct add_s8_s8_s8_vqadd
    : plain_sum<add_s8_s8_s8_vqadd, armv81m::by_saturating_vectors, std::int8_t, ops::add> {
  static constexpr const char* name = "add_s8_s8_s8_vqadd";
};
/// add of codes of 9 to 16 bits of one unit.
struct add_s16_s16_s16_vqadd
    : plain_sum<add_s16_s16_s16_vqadd, armv81m::by_saturating_vectors, std::int16_t, ops::add> {
  static constexpr const char* name = "add_s16_s16_s16_vqadd";
};

}  // namespace ETCH_NAMESPACE
