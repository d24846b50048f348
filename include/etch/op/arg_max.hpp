#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void arg_max_the_value_has_no_such_axis(long /*axis*/, long /*rank*/) {}
}  // namespace error

namespace ops {

/// y[..] = the index along one axis of the largest element of x[.., :, ..], the first of equal
/// ones; of the smallest if `least` is 1.
///
/// y has the dimensions of x without the axis, and the format q<31, 0>; axis -1 is the last one.
struct arg_max {
  static constexpr const char* name = "arg_max";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;

  int axis = -1;
  int least = 0;

  /// The axis counted from 0.
  constexpr int along(const extents& x) const { return axis < 0 ? axis + x.rank : axis; }
  constexpr inference infer(const operands& x) const {
    if (const diagnosis d = needs_format(x[0])) return {d};
    if (const diagnosis d = needs_integers_or_f32(x[0].number)) return {d};
    const extents& e = x[0].shape;
    const int k = along(e);
    if (k < 0 || k >= e.rank) {
      return {{.refuse = error::arg_max_the_value_has_no_such_axis,
               .message = "arg_max: axis {} of a value with {} dimensions",
               .have = axis,
               .want = e.rank}};
    }
    extents y{e.rank - 1, {}};
    for (int i = 0; i < y.rank; ++i) y.d[i] = e.d[i < k ? i : i + 1];
    return {{}, {q<31, 0>::descriptor, y, &layout_id<hwc>}};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int) const { return all_rows(x[0]); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
