#pragma once

#include <etch/op/binary.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void minimum_the_values_have_different_formats_say_to_F_before(long, long) {}
}  // namespace error

namespace ops {

/// y[i] = min(a[i], b[i]), the smaller of two codes.
///
/// a, b of shapes that broadcast together (infer_binary) and of the same format, as y.
struct minimum {
  static constexpr const char* name = "minimum";
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = true;
  static constexpr bool moves_with_zero = true;
  static constexpr auto codes = channel_codes::monotone;

  int unused = 0;

  constexpr inference infer(const operands& x) const {
    return infer_choice(
        x, {.refuse = error::minimum_the_values_have_different_formats_say_to_F_before,
            .message = "minimum: the values have different formats: say to<F> before"});
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    return broadcast_row(x[input].shape, y);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
