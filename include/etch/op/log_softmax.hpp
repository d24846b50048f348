#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void log_softmax_takes_affine_values_of_8_bits_or_floating_point(long /*bits*/, long) {}
}  // namespace error

namespace ops {

/// y[..,c] = x[..,c] - ln(sum over k of exp(x[..,k])), over the last dimension.
///
/// x and y of the same shape. affine int8: y has scale 1/16 and zero point 127 (uint8: 255), in
/// single precision as LiteRT computes it; numbers with a point of their own keep their format.
struct log_softmax {
  static constexpr const char* name = "log_softmax";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;

  int unused = 0;

  constexpr inference infer(const operands& x) const {
    return like_in_8_bits(
        x[0], 1.0 / 16, 127,
        {.refuse = error::log_softmax_takes_affine_values_of_8_bits_or_floating_point,
         .message = "log_softmax: takes affine values of 8 bits or numbers with a point of "
                    "their own, not integers of {} bits",
         .have = x[0].number.bits});
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
