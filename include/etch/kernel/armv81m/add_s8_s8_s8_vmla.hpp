// add of int8 codes, eight a step, by VMLAS and VMLA, where one product of each code is
// known to give the codes of the generic kernel.
//
// Needs: MVE; logical order; affine int8 codes of which none is a constant; formats and limits
// whose sum two products prove to be (sum_by_products). Reads: a, b (N,H,W,C). Writes: y (N,H,W,C),
// which may be a or b.
#pragma once

#include <etch/kernel/layer/add_of_bytes.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>
#endif

namespace ETCH_NAMESPACE {

/// add of affine int8 codes.
struct add_s8_s8_s8_vmla : add_of_bytes_by_products<add_s8_s8_s8_vmla> {
  static constexpr const char* name = "add_s8_s8_s8_vmla";
  static constexpr bool is_available = ETCH_HAS_MVE;

#if ETCH_HAS_MVE
  template <int Shift, bool Whole, class T>
  ETCH_KERNEL static void adds(T* y, const T* a, const T* b, int count,
                               const short_sum<T>& numbers) {
    short_sum<T> s = numbers;
    s.start = integer_arithmetic::add(s.start, -(1 << (Shift - 1)));  // which VQRSHRNB adds
    const int32x4_t by_a = vdupq_n_s32(s.multiplier[0]);
    for (int k = count / 8; k > 0; --k, a += 8, b += 8, y += 8) {
      store(y, sum_of_codes<Shift, Whole>(load(a), load(b), by_a, s));
    }
    if (count % 8 != 0) {
      const mve_pred16_t inside = vctp16q(static_cast<std::uint32_t>(count % 8));
      store(y, sum_of_codes<Shift, Whole>(load(a, inside), load(b, inside), by_a, s), inside);
    }
  }

 private:
  ETCH_GLUE static int16x8_t load(const std::int8_t* x) { return vldrbq_s16(x); }
  ETCH_GLUE static int16x8_t load(const std::uint8_t* x) {
    return vreinterpretq_s16_u16(vldrbq_u16(x));
  }
  ETCH_GLUE static int16x8_t load(const std::int8_t* x, mve_pred16_t p) {
    return vldrbq_z_s16(x, p);
  }
  ETCH_GLUE static int16x8_t load(const std::uint8_t* x, mve_pred16_t p) {
    return vreinterpretq_s16_u16(vldrbq_z_u16(x, p));
  }
  /// The lower byte of each lane of 16 bits.
  template <class T>
  ETCH_GLUE static void store(T* y, int16x8_t codes) {
    vstrbq_s16(reinterpret_cast<std::int8_t*>(y), codes);
  }
  template <class T>
  ETCH_GLUE static void store(T* y, int16x8_t codes, mve_pred16_t p) {
    vstrbq_p_s16(reinterpret_cast<std::int8_t*>(y), codes, p);
  }
  /// The codes in the lower byte of each lane of 16 bits.
  template <int Shift, bool Whole, class T>
  ETCH_GLUE static int16x8_t sum_of_codes(int16x8_t a, int16x8_t b, int32x4_t by_a,
                                          const short_sum<T>& s) {
    const int32x4_t even =
        vmlaq_n_s32(vmlasq_n_s32(vmovlbq_s16(a), by_a, s.start), vmovlbq_s16(b), s.multiplier[1]);
    const int32x4_t odd =
        vmlaq_n_s32(vmlasq_n_s32(vmovltq_s16(a), by_a, s.start), vmovltq_s16(b), s.multiplier[1]);
    const int16x8_t high = vshrntq_n_s32(vshrnbq_n_s32(vuninitializedq_s16(), even, 16), odd, 16);
    // not VQSHRNB: binutils 2.40 writes VQRSHRNB for both
    if constexpr (T(-1) > T(0)) {
      uint8x16_t y = vqrshrunbq_n_s16(vuninitializedq_u8(), high, Shift - 16);
      if constexpr (!Whole) y = vminq_u8(vmaxq_u8(y, vdupq_n_u8(s.low)), vdupq_n_u8(s.high));
      return vreinterpretq_s16_u8(y);
    } else {
      int8x16_t y = vqrshrnbq_n_s16(vuninitializedq_s8(), high, Shift - 16);
      if constexpr (!Whole) y = vminq_s8(vmaxq_s8(y, vdupq_n_s8(s.low)), vdupq_n_s8(s.high));
      return vreinterpretq_s16_s8(y);
    }
  }
#endif
};

}  // namespace ETCH_NAMESPACE
