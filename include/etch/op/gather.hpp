#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void gather_takes_a_value_and_indices(long /*inputs*/, long) {}
inline void gather_the_indices_are_whole_numbers_of_32_bits(long /*bits*/, long) {}
inline void gather_the_value_has_no_such_axis(long /*axis*/, long /*rank*/) {}
inline void gather_the_output_has_one_to_five_dimensions(long /*dimensions*/, long) {}
}  // namespace error

namespace ops {

/// y[.., j.., ..] = x[.., index[j..], ..]: the parts of x along one axis that the indices name.
///
/// Inputs (x, index): x of any shape and format, index of q<31, 0>. y has the dimensions of index
/// in place of the axis; axis -1 is the last one. An index outside of x names the nearest part.
struct gather {
  static constexpr const char* name = "gather";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;

  int axis = 0;

  /// The axis counted from 0.
  constexpr int along(const extents& x) const { return axis < 0 ? axis + x.rank : axis; }
  constexpr inference infer(const operands& x) const {
    if (x.count != 2) {
      return {{.refuse = error::gather_takes_a_value_and_indices,
               .message = "gather: takes a value and indices, not {} inputs",
               .have = x.count}};
    }
    if (const diagnosis d = needs_format(x[0])) return {d};
    if (!(x[1].number == q<31, 0>::descriptor)) {
      return {{.refuse = error::gather_the_indices_are_whole_numbers_of_32_bits,
               .message = "gather: the indices are whole numbers of 32 bits, not of {}",
               .have = x[1].number.bits}};
    }
    const extents &e = x[0].shape, &j = x[1].shape;
    const int k = along(e);
    if (k < 0 || k >= e.rank) {
      return {{.refuse = error::gather_the_value_has_no_such_axis,
               .message = "gather: axis {} of a value with {} dimensions",
               .have = axis,
               .want = e.rank}};
    }
    extents y{e.rank - 1 + j.rank, {}};
    if (y.rank < 1 || y.rank > 5) {
      return {{.refuse = error::gather_the_output_has_one_to_five_dimensions,
               .message = "gather: the output has one to five dimensions, not {}",
               .have = y.rank}};
    }
    for (int i = 0; i < y.rank; ++i) {
      y.d[i] = i < k ? e.d[i] : i < k + j.rank ? j.d[i - k] : e.d[i - j.rank + 1];
    }
    return {{}, {x[0].number, y, x[0].layout}};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int input, int) const {
    return {0, x[input].shape.rows() - 1};
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
