#pragma once

#include <etch/op/binary.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void maximum_the_values_have_different_formats_say_to_F_before(long, long) {}
}  // namespace error

namespace ops {

/// y[i] = max(a[i], b[i]), the larger of two codes.
///
/// a, b of shapes that broadcast together (infer_binary) and of the same format, as y.
struct maximum {
  static constexpr const char* name = "maximum";
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = true;
  static constexpr bool moves_with_zero = true;
  static constexpr auto codes = channel_codes::monotone;

  int unused = 0;

  constexpr inference infer(const operands& x) const {
    return infer_choice(
        x, {.refuse = error::maximum_the_values_have_different_formats_say_to_F_before,
            .message = "maximum: the values have different formats: say to<F> before"});
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    return broadcast_row(x[input].shape, y);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
