#pragma once

#include <etch/op/to.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void unary_the_value_and_the_output_are_both_integers_or_neither(long /*bits*/,
                                                                        long /*output*/) {}
inline void unary_functions_take_and_give_integers_of_at_most_16_bits(long /*bits*/, long) {}
}  // namespace error

/// A function of one number.
enum class unary_function : int {
  absolute,                ///< |x|
  negative,                ///< -x
  square,                  ///< x x
  square_root,             ///< sqrt(x)
  reciprocal_square_root,  ///< 1 / sqrt(x)
  exponential,             ///< e^x
  logarithm,               ///< ln(x)
  elu,                     ///< x where x >= 0, else e^x - 1
  gelu,                    ///< x times the share of a normal distribution below x
  gelu_tanh,               ///< the same by tanh: x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2
  floor,                   ///< the next integer below
  ceiling,                 ///< the next integer above
  nearest_even,            ///< the next integer, of two the even one
  sine,                    ///< of x in radians
  cosine,                  ///< the same
  error,                   ///< the error function, 2 / sqrt(pi) times the integral of e^(-t t)
};

namespace ops {

/// y[i] = f(x[i]) in the format that the user gives.
///
/// x and y of the same shape: both of integers of at most 16 bits, or both of numbers with a point
/// of their own, which are computed in single precision. absolute and negative take integers of
/// any width that `to` could bring to y. What f gives no number for is the least or the largest
/// code, in f32 infinity or no number.
struct unary {
  static constexpr const char* name = "unary";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;
  static constexpr auto codes = channel_codes::each;
  static constexpr bool format_is_given = true;

  unary_function of = unary_function::absolute;

  /// Whether f only changes signs, so that a factor brings its codes to those of the output.
  constexpr bool changes_signs() const {
    return of == unary_function::absolute || of == unary_function::negative;
  }
  constexpr inference infer(const operands& x) const { return like_value(x[0]); }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    const format &a = x[0].number, &b = y.number;
    if (const diagnosis d = needs_no_blocks(b)) return d;
    if (is_real(a) != is_real(b)) {
      return {.refuse = error::unary_the_value_and_the_output_are_both_integers_or_neither,
              .message =
                  "unary: the value, of {} bits, and the output, of {}, are both integers "
                  "or neither",
              .have = a.bits,
              .want = b.bits};
    }
    if (is_real(a)) return {};
    if (changes_signs()) return to{}.check_output(x, y);
    const bool sums = is_accumulator(b) || is_quire(b);
    if (!sums && a.bits <= 16 && b.bits <= 16) return needs_one_scale(b);
    return {.refuse = error::unary_functions_take_and_give_integers_of_at_most_16_bits,
            .message = "unary: functions take and give integers of at most 16 bits, not {}",
            .have = etch::maximum(a.bits, b.bits)};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
