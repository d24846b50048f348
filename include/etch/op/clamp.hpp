#pragma once

#include <etch/op/elementwise.hpp>
#include <etch/op/products.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void clamp_the_lower_code_is_above_the_upper_code(long /*low*/, long /*high*/) {}
}  // namespace error

namespace ops {

/// y[i] = min(max(x[i], low), high) on codes of the value's format; for f32 the codes are the
/// numbers low and high themselves.
///
/// x and y of any shape, same format.
struct clamp {
  static constexpr const char* name = "clamp";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;
  static constexpr auto codes = channel_codes::monotone;
  static constexpr activation clamps = activation::clamp;
  static constexpr bool keeps_range = true;  // of the codes of x

  wide_int low = 0;
  wide_int high = 0;

  constexpr code_limits limits() const { return {low, high}; }
  constexpr inference infer(const operands& x) const {
    if (low > high) {
      return {{.refuse = error::clamp_the_lower_code_is_above_the_upper_code,
               .message = "clamp: the lower code {} is above the upper code {}",
               .have = low,
               .want = high}};
    }
    return like_value(x[0]);
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
