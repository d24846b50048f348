#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void keep_takes_a_value_and_pairs_of_a_next_value_and_its_state(long /*inputs*/, long) {}
inline void keep_a_state_takes_a_value_of_its_own_shape_and_format(long /*input*/, long) {}
}  // namespace error

namespace ops {

/// y = x; and each state takes the value that its next run finds.
///
/// Inputs (x, next, state, next, state, ...): each `next` has the shape, the format and the layout
/// of its state. It is the last node that reads a state: what a state was before is gone then.
struct keep {
  static constexpr const char* name = "keep";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;

  int unused = 0;

  constexpr inference infer(const operands& x) const {
    if (x.count < 3 || x.count % 2 == 0) {
      return {{.refuse = error::keep_takes_a_value_and_pairs_of_a_next_value_and_its_state,
               .message = "keep: takes a value and pairs of a next value and its state, not {} "
                          "inputs",
               .have = x.count}};
    }
    for (int i = 1; i < x.count; i += 2) {
      const operand &next = x[i], &state = x[i + 1];
      if (next.number == state.number && next.shape == state.shape && next.layout == state.layout) {
        continue;
      }
      return {{.refuse = error::keep_a_state_takes_a_value_of_its_own_shape_and_format,
               .message = "keep: a state takes a value of its own shape and format: input {} has "
                          "another",
               .have = i}};
    }
    return like_value(x[0]);
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    return input == 0 ? only_row(y) : row_range{0, x[input].shape.rows() - 1};
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
