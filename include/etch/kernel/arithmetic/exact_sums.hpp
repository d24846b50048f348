// How the products of posits are summed: in the narrowest integer that the weights prove to be wide
// enough, else in a quire. All are exact, so that the choice changes no bit.
#pragma once

#include <etch/kernel/kernel.hpp>

namespace ETCH_NAMESPACE {

/// The fraction bits of the exact sums of call C with inputs (value, weights[, bias]).
template <class C>
inline constexpr int exact_frac =
    sum_format(C::template in<0>::is.number, C::template in<1>::is.number, 32,
               bias_frac(C::inputs()))
        .frac;

/// The largest |sum| of call C in units of 2^-exact_frac, over all inputs: in each channel the sum
/// of all |w| times the largest value, and the bias. Its operands are integers of fixed width.
template <class C>
constexpr double largest_exact_sum() {
  using weights = typename C::template in<1>;
  using math = fixed_posit_arithmetic<std::int64_t, exact_frac<C>>;
  constexpr extents e = weights::is.shape;
  constexpr bool last = weights_by_channel<typename C::op>;
  constexpr int channels = last ? e.c() : e.d[0], each = weights::span / channels;
  constexpr int fw = weights::is.number.frac, fx = C::template in<0>::is.number.frac;
  const auto size = [](auto n) { return n < 0 ? -static_cast<double>(n) : static_cast<double>(n); };
  double largest = 0;
  for (int c = 0; c < channels; ++c) {
    double sum = 0;
    for (int i = 0; i < each; ++i) {
      const int at = last ? i * channels + c : c * each + i;
      const auto w = math::read(load<typename weights::storage>(C::bytes(1), at), 0);
      if (w != math::nar) sum += size(w);
    }
    sum *= power_of_two(exact_frac<C> - fw + fx);
    if constexpr (C::input_count > 2) {
      using bias = typename C::template in<2>;
      sum += size(math::value(load<typename bias::storage>(C::bytes(2), c)));
    }
    largest = maximum(largest, sum);
  }
  return largest;
}

/// The arithmetic of call C.
template <class C>
constexpr auto pick_exact_arithmetic() {
  constexpr int frac = exact_frac<C>;
  constexpr bool fixed = [] {
    bool all = true;
    for (int i = 0; i < C::input_count; ++i) {
      all = all && C::inputs()[i].number.bits == 8 && C::inputs()[i].number.frac <= 12;
    }
    return all;
  }();
  if constexpr (!fixed) {
    return quire_arithmetic<frac>{};
  } else {
    constexpr double largest = largest_exact_sum<C>();
    if constexpr (largest < 0x1p31) return fixed_posit_arithmetic<std::int32_t, frac>{};
    else if constexpr (largest < 0x1p63) return fixed_posit_arithmetic<std::int64_t, frac>{};
    else return quire_arithmetic<frac>{};
  }
}

}  // namespace ETCH_NAMESPACE
