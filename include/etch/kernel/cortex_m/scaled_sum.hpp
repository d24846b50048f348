// An addition of int8 codes as shifts and multiplications that are known to be exact: compile time
// only.
#pragma once

#include <etch/kernel/arithmetic/sum_of_two.hpp>
#include <etch/kernel/cortex_m/accumulators.hpp>
#include <etch/kernel/layer/element_loops.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// What of an addition changes its code.
struct sum_form {
  int right[3];        ///< the shifts after the multiplications of a, b and the sum
  bool exact_half[2];  ///< the factor is 1/2: a shift alone
  saturation limit;
  factor_step step;
};
/// Its numbers: t = code * 2^(headroom + 1) + start, then times multiplier / 2^32 plus offset.
struct sum_numbers {
  std::int32_t start[2], multiplier[3], offset[3];
  int headroom, lift;  ///< as in epilogue_numbers
};

/// Addition C, if it is known to be exact.
template <class C>
struct scaled_sum {
  static constexpr auto sum = make_sum<C>();
  static constexpr auto to = output_limits<C>();
  static constexpr bool whole = to.low == -128 && to.high == 127;
  static constexpr int lift = whole ? 0 : to.low;
  static constexpr sum_form form{
      {-sum.in[0].shift, -sum.in[1].shift, -sum.out.shift},
      {sum.in[0].multiplier == 1 << 30 && sum.in[0].shift == 0,
       sum.in[1].multiplier == 1 << 30 && sum.in[1].shift == 0},
      whole ? saturation::to_int8 : saturation::to_range,
      to.low == sum.out_zero ? factor_step::half_up : factor_step::half_away};
  static constexpr bool is_exact = form.right[0] >= 0 && form.right[0] <= 22 &&
                                   form.right[1] >= 0 && form.right[1] <= 22 &&
                                   form.right[2] >= 1 && form.right[2] <= 22 && sum.headroom == 20;
  static constexpr sum_numbers pack() {
    sum_numbers n{};
    for (int i = 0; i < 2; ++i) {
      n.start[i] = -sum.in_zero[i] * (1 << (sum.headroom + (form.exact_half[i] ? -1 : 1)));
      n.multiplier[i] = sum.in[i].multiplier;
      n.offset[i] = form.right[i] == 0 ? 0 : 1 << (form.right[i] - 1);
    }
    n.multiplier[2] = sum.out.multiplier;
    n.offset[2] = (sum.out_zero - lift) * (1 << form.right[2]) + (1 << (form.right[2] - 1));
    n.headroom = 255 - (to.high - to.low);
    n.lift = lift;
    return n;
  }
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
