#pragma once

#include <etch/op/activation_function.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace ops {

/// y[i] = 1 / (1 + exp(-x[i])).
///
/// x and y of the same shape. f32: y is f32. affine int8: y has scale 1/256, zero point -128;
/// affine int16: y has scale 1/32768, zero point 0 (TensorFlow Lite Micro's LOGISTIC, bit for bit);
/// uint8 as int8 with 128 more in code and zero point. q in 8 or 16 bits with 0 to 3 integer bits:
/// y is q<0, 7> or q<0, 15>, by CMSIS-NN's legacy tables.
struct sigmoid {
  static constexpr const char* name = "sigmoid";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;
  static constexpr bool moves_with_zero = true;
  static constexpr auto codes = channel_codes::each;

  int unused = 0;

  static constexpr bool runs_on_xnnpack(const operands& x, const operand&) {
    return xnnpack::is_int8(x[0].number);
  }
  constexpr inference infer(const operands& x) const { return infer_activation(x[0], 0); }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
