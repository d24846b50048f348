#pragma once

#include <etch/op/compare.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void select_takes_a_condition_and_two_values(long /*inputs*/, long) {}
inline void select_the_condition_is_a_truth_as_less_and_its_like_give(long /*bits*/, long) {}
inline void select_the_values_have_different_formats_say_to_F_before(long, long) {}
}  // namespace error

namespace ops {

/// y[i] = a[i] where c[i] is not 0, else b[i].
///
/// Inputs (c, a, b) of shapes that broadcast together; c is `truth`, a, b and y have one format.
struct select {
  static constexpr const char* name = "select";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;

  int unused = 0;

  constexpr inference infer(const operands& x) const {
    if (x.count != 3) {
      return {{.refuse = error::select_takes_a_condition_and_two_values,
               .message = "select: takes a condition and two values, not {} inputs",
               .have = x.count}};
    }
    if (!(x[0].number == truth::descriptor)) {
      return {{.refuse = error::select_the_condition_is_a_truth_as_less_and_its_like_give,
               .message = "select: the condition is a truth, as less and its like give, not a "
                          "number of {} bits",
               .have = x[0].number.bits}};
    }
    const inference values = infer_choice(
        {x.x + 1, 2}, {.refuse = error::select_the_values_have_different_formats_say_to_F_before,
                       .message = "select: the values have different formats: say to<F> before"});
    if (values.refused) return values;
    const operand both[2]{values.output, {values.output.number, x[0].shape, x[0].layout}};
    return infer_binary({both, 2});
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    return broadcast_row(x[input].shape, y);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
