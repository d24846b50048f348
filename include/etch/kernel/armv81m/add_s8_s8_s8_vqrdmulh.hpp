// add of int8 codes, exact as TensorFlow Lite, eight a step, by VQRDMULH.
//
// Needs: MVE; logical order; affine int8 codes of which none is a constant; rounding
// tflite_double; factors of at most 1/2, that of the sum below 1/2.
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/layer/add_of_bytes.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// What of an addition changes its code.
struct sum_form {
  bool half[2];  ///< the factor is 1/2: a shift alone
  epilogue_step step;
  bool whole;
};
/// Its numbers: code * 16 + start, then 2^16 times as much, then the factor. Where the factor is
/// 1/2, 8 stands for 16.
struct sum_numbers {
  std::int16_t start[2];
  std::int32_t multiplier[3];
  std::int8_t shift[3];  ///< minus that to the right
  epilogue_numbers end;
};

/// Addition C, if it is known to be exact.
template <class C>
struct scaled_sum {
  static constexpr auto sum = make_sum<C, sign_of_sum<typename C::op>>();
  static constexpr auto to = output_limits<C>();
  static constexpr sum_form form{
      {is_half(sum.in[0]), is_half(sum.in[1])},
      to.low == sum.out_zero ? epilogue_step::factor_hidden : epilogue_step::factor_double,
      are_all_of<decltype(to.low)>(to)};
  static constexpr bool is_exact = (is_half(sum.in[0]) || sum.in[0].shift < 0) &&
                                   (is_half(sum.in[1]) || sum.in[1].shift < 0) && sum.out.shift < 0;
  static constexpr sum_numbers pack() {
    sum_numbers n{};
    for (int i = 0; i < 2; ++i) {
      n.start[i] = static_cast<std::int16_t>(-sum.in_zero[i] * (is_half(sum.in[i]) ? 8 : 16));
      n.multiplier[i] = sum.in[i].multiplier;
      n.shift[i] = static_cast<std::int8_t>(sum.in[i].shift);
    }
    n.multiplier[2] = sum.out.multiplier;
    n.shift[2] = static_cast<std::int8_t>(sum.out.shift);
    n.end = {static_cast<std::int16_t>(sum.out_zero), to.low, to.high};
    return n;
  }
};

template <class C, class T>
inline constexpr bool has_scaled_sum = [] {
  if constexpr (adds_in_double_rounding<C, T>) return scaled_sum<C>::is_exact;
  else return false;
}();

#if ETCH_HAS_MVE

/// Codes in units of the sum: those in even places, those in odd ones.
template <bool Half>
ETCH_GLUE int32x4x2_t in_units_of_sum(int16x8_t codes, std::int16_t start, std::int32_t multiplier,
                                      std::int32_t shift) {
  const int16x8_t t = vmlasq_n_s16(codes, vdupq_n_s16(Half ? 8 : 16), start);
  const int32x4_t even = vshllbq_n_s16(t, 16), odd = vshlltq_n_s16(t, 16);
  if constexpr (Half) return {{even, odd}};
  else
    return {{rounded<epilogue_step::factor_double>(even, multiplier, shift),
             rounded<epilogue_step::factor_double>(odd, multiplier, shift)}};
}
template <sum_form F>
ETCH_GLUE int16x8_t sum_of_codes(int16x8_t a, int16x8_t b, const sum_numbers& n) {
  const auto s = in_units_of_sum<F.half[0]>(a, n.start[0], n.multiplier[0], n.shift[0]);
  const auto t = in_units_of_sum<F.half[1]>(b, n.start[1], n.multiplier[1], n.shift[1]);
  const auto ended = [&](int i) __attribute__((always_inline)) {
    return rounded<F.step>(vaddq_s32(s.val[i], t.val[i]), n.multiplier[2], n.shift[2]);
  };
  return as_bytes(codes_of<F.step, F.whole>(ended(0), ended(1), n.end));
}

template <sum_form F>
ETCH_KERNEL void add_codes(std::int8_t* y, const std::int8_t* a, const std::int8_t* b, int count,
                           const sum_numbers& numbers) {
  const sum_numbers n = numbers;
  for (int k = count / 8; k > 0; --k, a += 8, b += 8, y += 8) {
    vstrbq_s16(y, sum_of_codes<F>(vldrbq_s16(a), vldrbq_s16(b), n));
  }
  if (count % 8 != 0) {
    const mve_pred16_t inside = vctp16q(static_cast<std::uint32_t>(count % 8));
    const int16x8_t left = vldrbq_z_s16(a, inside), right = vldrbq_z_s16(b, inside);
    vstrbq_p_s16(y, sum_of_codes<F>(left, right, n), inside);
  }
}

#endif

}  // namespace armv81m

/// add of affine int8 codes.
struct add_s8_s8_s8_vqrdmulh : add_of_codes<add_s8_s8_s8_vqrdmulh> {
  static constexpr const char* name = "add_s8_s8_s8_vqrdmulh";
  static constexpr bool is_available = ETCH_HAS_MVE;

  template <class C>
  static constexpr bool accepts = armv81m::has_scaled_sum<C, std::int8_t>;
  template <class C>
  static constexpr auto pack() {
    return armv81m::scaled_sum<C>::pack();
  }
#if ETCH_HAS_MVE
  template <class C>
  static constexpr auto sums_by() {
    return &armv81m::add_codes<armv81m::scaled_sum<C>::form>;
  }
#endif
};

}  // namespace ETCH_NAMESPACE
