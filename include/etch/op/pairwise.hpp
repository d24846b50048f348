#pragma once

#include <etch/op/binary.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void a_power_is_one_of_numbers_with_a_point_of_their_own_say_to_f32_before(long /*bits*/,
                                                                                  long) {}
}  // namespace error

/// A function of two numbers, beside add, sub and mul.
enum class pair_function : int {
  quotient,            ///< a / b
  squared_difference,  ///< (a - b)^2
  power,               ///< a^b
};

namespace ops {

/// y[i] = f(a[i], b[i]) in the format that the user gives.
///
/// a, b of shapes that broadcast together (infer_binary); formats of one kind; power takes numbers
/// with a point of their own, which it computes in single precision, as does the quotient. A
/// quotient of integers by 0 is the least or the largest code, of 0 it is 0.
struct pairwise {
  static constexpr const char* name = "pairwise";
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = true;
  static constexpr bool format_is_given = true;

  pair_function of = pair_function::quotient;

  constexpr inference infer(const operands& x) const { return infer_binary(x); }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    if (const diagnosis d = check_binary(x, y)) return d;
    if (of != pair_function::power || is_real(y.number)) return {};
    return {.refuse = error::a_power_is_one_of_numbers_with_a_point_of_their_own_say_to_f32_before,
            .message =
                "a power is one of numbers with a point of their own, not of {} bits: say "
                "to<f32> before",
            .have = x[0].number.bits};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    return broadcast_row(x[input].shape, y);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
