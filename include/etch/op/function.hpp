#pragma once

#include <etch/op/activation_function.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void a_function_is_for_integer_values_of_at_most_16_bits(long /*bits*/, long) {}
inline void a_function_ends_in_an_integer_format_of_at_most_16_bits(long /*bits*/, long) {}
}  // namespace error

/// How an activation function is computed for values of more than 8 bits. For 8 bits or fewer a
/// table holds the result of the method for each code.
enum class by : int {
  direct,         ///< the function in single precision
  interpolation,  ///< 256 line segments over [-8, 8), with end points in Q0.15
  two_ranges,     ///< a table of 256 entries, finer within [-2, 2) than up to -8 and 8
};

namespace ops {

/// y[i] = f(x[i]) in the format that the user gives, rounded half away and saturated.
///
/// x and y of the same shape, any integer formats of at most 16 bits. Beyond -8 and 8 interpolation
/// and two_ranges give their first and last number; two_ranges has the value at the middle of each
/// step. Source of two_ranges: the split table of CMSIS-NN's paper with x0 = 2.
struct function {
  static constexpr const char* name = "function";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;
  static constexpr auto codes = channel_codes::each;
  static constexpr bool format_is_given = true;

  activation_function of = activation_function::sigmoid;
  by method = by::direct;

  constexpr inference infer(const operands& x) const {
    const format& f = x[0].number;
    if (!f.kind->is_integer || is_accumulator(f) || f.bits > 16) {
      return {{.refuse = error::a_function_is_for_integer_values_of_at_most_16_bits,
               .message = "a function is for integer values of at most 16 bits, not {}",
               .have = f.bits}};
    }
    return like(x[0]);
  }
  constexpr diagnosis check_output(const operands&, const operand& y) const {
    const format& f = y.number;
    if (f.kind->is_integer && !is_accumulator(f) && f.bits <= 16 && f.channel_scale == nullptr)
      return {};
    return {.refuse = error::a_function_ends_in_an_integer_format_of_at_most_16_bits,
            .message = "a function ends in an integer format of at most 16 bits, not {}",
            .have = f.bits};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
