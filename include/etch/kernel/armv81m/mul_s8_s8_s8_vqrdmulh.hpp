// mul of int8 codes, exact as TensorFlow Lite, eight a step, by VQRDMULH.
//
// Needs: MVE; logical order; affine int8 codes of which none is a constant or broadcast; rounding
// tflite_double; factors of less than 1/2 and at least 2^-23. Reads: a, b (N,H,W,C). Writes: y
// (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/layer/mul_of_bytes.hpp>

namespace ETCH_NAMESPACE {

/// mul of affine int8 codes by vectors.
struct mul_s8_s8_s8_vqrdmulh : mul_of_bytes<mul_s8_s8_s8_vqrdmulh> {
  static constexpr const char* name = "mul_s8_s8_s8_vqrdmulh";
  static constexpr bool is_available = ETCH_HAS_MVE;

#if ETCH_HAS_MVE
  template <class C>
  static constexpr auto sums_by() {
    constexpr auto p = make_product<C>();
    using enum armv81m::epilogue_step;
    return &products < p.low == p.out_zero ? factor_hidden : factor_double,
           p.low == -128 && p.high == 127, decltype(make_product<C>()) > ;
  }

 private:
  template <armv81m::epilogue_step S, bool Whole, class P>
  ETCH_KERNEL static void products(std::int8_t* y, const std::int8_t* a, const std::int8_t* b,
                                   int count, const P& p) {
    const auto zero_a = static_cast<std::int16_t>(p.in_zero[0]);
    const auto zero_b = static_cast<std::int16_t>(p.in_zero[1]);
    const std::int32_t multiplier = p.factor.multiplier, shift = p.factor.shift;
    const armv81m::epilogue_numbers end{static_cast<std::int16_t>(p.out_zero), p.low, p.high};
    const auto codes = [&](int16x8_t left, int16x8_t right) __attribute__((always_inline)) {
      left = vsubq_n_s16(left, zero_a), right = vsubq_n_s16(right, zero_b);
      const int32x4_t even = vmullbq_int_s16(left, right), odd = vmulltq_int_s16(left, right);
      return armv81m::as_bytes(
          armv81m::codes_of<S, Whole>(armv81m::rounded<S>(even, multiplier, shift),
                                      armv81m::rounded<S>(odd, multiplier, shift), end));
    };
    for (int k = count / 8; k > 0; --k, a += 8, b += 8, y += 8) {
      vstrbq_s16(y, codes(vldrbq_s16(a), vldrbq_s16(b)));
    }
    if (count % 8 != 0) {
      const mve_pred16_t inside = vctp16q(static_cast<std::uint32_t>(count % 8));
      vstrbq_p_s16(y, codes(vldrbq_z_s16(a, inside), vldrbq_z_s16(b, inside)), inside);
    }
  }
#endif
};

}  // namespace ETCH_NAMESPACE
