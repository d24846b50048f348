#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void l2_normalise_takes_affine_values_of_8_bits_or_floating_point(long /*bits*/, long) {}
}  // namespace error

namespace ops {

/// y[..,c] = x[..,c] / sqrt(sum over k of x[..,k]^2), over the last dimension.
///
/// x and y of the same shape. affine int8: y has scale 1/128 and zero point 0 (uint8: 128), in
/// TensorFlow Lite's fixed point; numbers with a point of their own keep their format, and a sum
/// next to nothing counts as 1e-12.
struct l2_normalise {
  static constexpr const char* name = "l2_normalise";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;

  int unused = 0;

  constexpr inference infer(const operands& x) const {
    return like_in_8_bits(
        x[0], 1.0 / 128, 0,
        {.refuse = error::l2_normalise_takes_affine_values_of_8_bits_or_floating_point,
         .message = "l2_normalise: takes affine values of 8 bits or numbers with a point of "
                    "their own, not integers of {} bits",
         .have = x[0].number.bits});
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
