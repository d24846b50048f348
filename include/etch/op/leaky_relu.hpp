#pragma once

#include <etch/op/elementwise.hpp>

namespace etch::inline ETCH_ABI {

namespace error {
inline void leaky_relu_needs_a_slope_between_0_and_1(long /*slope_in_millionths*/, long) {}
}  // namespace error

namespace ops {

/// y[i] = x[i] where x[i] >= 0, else slope * x[i].
///
/// x and y of any shape, same format. Integer formats: slope * (code - zero) by a fixed-point
/// factor with the value's rounding, as TensorFlow Lite's LEAKY_RELU with equal scales.
struct leaky_relu {
  static constexpr const char* name = "leaky_relu";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;

  int slope_bits = 0;  ///< bits of the slope as a float, 0 <= slope <= 1

  constexpr float slope() const { return __builtin_bit_cast(float, slope_bits); }
  constexpr inference infer(const operands& x) const {
    if (!(slope() >= 0 && slope() <= 1)) {
      return {{.refuse = error::leaky_relu_needs_a_slope_between_0_and_1,
               .message = "leaky_relu: the slope lies between 0 and 1, not at {} millionths",
               .have = static_cast<long>(slope() * 1e6F)}};
    }
    return like_value(x[0]);
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }
};

}  // namespace ops

}  // namespace etch::inline ETCH_ABI
