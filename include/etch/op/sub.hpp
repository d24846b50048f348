#pragma once

#include <etch/op/binary.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void sub_the_fraction_bits_of_the_values_are_too_far_apart(long /*bits*/, long /*most*/) {}
}  // namespace error

namespace ops {

/// y[i] = round(a[i] - b[i]) in the format that the user gives.
///
/// a, b of shapes that broadcast together (infer_binary), all of one kind of format.
/// q: the exact difference in units of the finer operand, then a shift with the value's rounding
/// and saturation. affine: TensorFlow Lite's SUB, whose steps are those of ADD. f32: one
/// subtraction.
struct sub {
  static constexpr const char* name = "sub";
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = true;
  static constexpr bool moves_with_zero = true;
  static constexpr auto codes = channel_codes::monotone;
  static constexpr bool format_is_given = true;

  int unused = 0;

  static constexpr bool runs_on_xnnpack(const operands& x, const operand& y) {
    return xnnpack::adds(x[0].number, x[x.count > 1 ? 1 : 0].number, y.number);
  }
  constexpr inference infer(const operands& x) const { return infer_binary(x); }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    return check_sum(
        x, y, most_bits,
        {.refuse = error::sub_the_fraction_bits_of_the_values_are_too_far_apart,
         .message = "sub: the values need {} bits in common units, at most {} are possible"});
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    return broadcast_row(x[input].shape, y);
  }

 private:
  static constexpr int most_bits = 30;  // the difference has one more, and rounding must not wrap
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
