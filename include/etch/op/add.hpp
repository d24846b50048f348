#pragma once

#include <etch/op/binary.hpp>
#include <etch/op/numerics.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void add_the_fraction_bits_of_the_values_are_too_far_apart(long /*bits*/, long /*most*/) {}
}  // namespace error

namespace ops {

/// y[i] = round(a[i] + b[i]) in the format that the user gives.
///
/// a, b of shapes that broadcast together (infer_binary), all of one kind of format.
/// q: the exact sum in units of the finer operand, then a shift with the value's rounding (half_up
/// by default) and saturation. affine: TensorFlow Lite's ADD, both operands brought to 2 *
/// max(scales) with 20 (int8) or 15 (int16) bits of headroom, the value's rounding being
/// tflite_double or tflite_single; with onnxruntime ONNX Runtime's QLinearAdd, in single precision.
/// f32: one addition.
struct add {
  static constexpr const char* name = "add";
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = true;
  static constexpr bool moves_with_zero = true;
  static constexpr auto codes = channel_codes::monotone;
  static constexpr bool format_is_given = true;

  int unused = 0;

  static constexpr bool runs_on_xnnpack(const operands& x, const operand& y) {
    return xnnpack::adds(x[0].number, x[x.count > 1 ? 1 : 0].number, y.number);
  }
  static constexpr rounding own_rounding(numerics n, const operands&, const operand& y) {
    const bool is_single = n == numerics::onnxruntime && xnnpack::is_int8(y.number);
    return is_single ? rounding::onnxruntime : rounding::standard;
  }
  constexpr inference infer(const operands& x) const { return infer_binary(x); }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    return check_sum(
        x, y, most_bits,
        {.refuse = error::add_the_fraction_bits_of_the_values_are_too_far_apart,
         .message = "add: the values need {} bits in common units, at most {} are possible"});
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    return broadcast_row(x[input].shape, y);
  }

 private:
  static constexpr int most_bits = 29;  // room for the sum, a code without sign, the rounding
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
