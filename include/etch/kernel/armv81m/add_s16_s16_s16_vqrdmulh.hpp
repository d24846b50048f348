// add of codes of 9 to 16 bits, exact as TensorFlow Lite, eight a step, by VQRDMULH.
//
// Needs: MVE; logical order; affine codes without zero points of which none is a constant; rounding
// tflite_double; factors of at most 1/2, that of the sum below 1/2.
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv81m/add_s8_s8_s8_vqrdmulh.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// The numbers of a sum of codes of 16 bits: 2^15 times as much as each, 2^14 where the factor is
/// 1/2, then the factor.
struct short_sum_numbers {
  std::int32_t multiplier[3];
  std::int8_t shift[3];  ///< minus that to the right
  std::int16_t low, high;
};

/// Base of kernel K of Op, add or sub.
template <class K, class Op>
struct sum_of_shorts : add_of_codes<K, std::int16_t, Op> {
  static constexpr bool is_available = ETCH_HAS_MVE;

  template <class C>
  static constexpr bool accepts = has_scaled_sum<C, std::int16_t>;
  template <class C>
  static constexpr short_sum_numbers pack() {
    constexpr auto sum = scaled_sum<C>::sum;
    short_sum_numbers n{};
    const fixed_point_factor factors[3]{sum.in[0], sum.in[1], sum.out};
    for (int i = 0; i < 3; ++i) {
      n.multiplier[i] = factors[i].multiplier;
      n.shift[i] = static_cast<std::int8_t>(factors[i].shift);
    }
    n.low = sum.low, n.high = sum.high;
    return n;
  }
#if ETCH_HAS_MVE
  template <class C>
  static constexpr auto sums_by() {
    return &add_codes<scaled_sum<C>::form>;
  }

 private:
  /// Codes in units of the sum: those in even places, those in odd ones.
  template <bool Half>
  ETCH_GLUE static int32x4x2_t bring(int16x8_t codes, std::int32_t multiplier, std::int32_t shift) {
    constexpr int left = Half ? 14 : 15;
    const int32x4_t even = vshllbq_n_s16(codes, left), odd = vshlltq_n_s16(codes, left);
    if constexpr (Half) return {{even, odd}};
    else
      return {{rounded<epilogue_step::factor_double>(even, multiplier, shift),
               rounded<epilogue_step::factor_double>(odd, multiplier, shift)}};
  }
  template <sum_form F>
  ETCH_GLUE static int16x8_t sum_of_codes(int16x8_t a, int16x8_t b, const short_sum_numbers& n) {
    const auto s = bring<F.half[0]>(a, n.multiplier[0], n.shift[0]);
    const auto t = bring<F.half[1]>(b, n.multiplier[1], n.shift[1]);
    const auto ended = [&](int i) __attribute__((always_inline)) {
      constexpr bool adds = sign_of_sum<Op> > 0;
      return rounded<F.step>(adds ? vaddq_s32(s.val[i], t.val[i]) : vsubq_s32(s.val[i], t.val[i]),
                             n.multiplier[2], n.shift[2]);
    };
    const int16x8_t y = vqmovntq_s32(vqmovnbq_s32(vuninitializedq_s16(), ended(0)), ended(1));
    if constexpr (F.whole) return y;
    else return vminq_s16(vmaxq_s16(y, vdupq_n_s16(n.low)), vdupq_n_s16(n.high));
  }
  template <sum_form F>
  ETCH_KERNEL static void add_codes(std::int16_t* y, const std::int16_t* a, const std::int16_t* b,
                                    int count, const short_sum_numbers& numbers) {
    const short_sum_numbers n = numbers;
    for (int k = count / 8; k > 0; --k, a += 8, b += 8, y += 8) {
      vst1q_s16(y, sum_of_codes<F>(vld1q_s16(a), vld1q_s16(b), n));
    }
    if (count % 8 != 0) {
      const mve_pred16_t inside = vctp16q(static_cast<std::uint32_t>(count % 8));
      const int16x8_t left = vld1q_z_s16(a, inside), right = vld1q_z_s16(b, inside);
      vst1q_p_s16(y, sum_of_codes<F>(left, right, n), inside);
    }
  }
#endif
};

}  // namespace armv81m

/// add of affine codes of 9 to 16 bits.
struct add_s16_s16_s16_vqrdmulh : armv81m::sum_of_shorts<add_s16_s16_s16_vqrdmulh, ops::add> {
  static constexpr const char* name = "add_s16_s16_s16_vqrdmulh";
};

}  // namespace ETCH_NAMESPACE
