#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void cumsum_has_no_such_axis(long /*axis*/, long /*dimensions*/) {}
}  // namespace error

namespace ops {

/// y[i] = y[i - 1] + x[i] along an axis: the sums of all elements up to each, it included.
///
/// x and y of the same shape, format and layout; each sum is rounded and saturated as codes of the
/// format are before the next is made of it. Accumulators have no codes: `to` before.
struct cumsum {
  static constexpr const char* name = "cumsum";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;

  int axis = 0;       ///< 0 is the outermost; below 0 counted from the innermost, -1
  int exclusive = 0;  ///< 1: without the element itself, y[i] = y[i - 1] + x[i - 1]
  int reverse = 0;    ///< 1: from the last element to the first

  /// The axis of a value of so many dimensions, from the outermost.
  constexpr int axis_of(int rank) const { return axis < 0 ? axis + rank : axis; }

  constexpr inference infer(const operands& x) const {
    if (const diagnosis d = needs_format(x[0])) return {d};
    const int rank = x[0].shape.rank, at = axis_of(rank);
    if (at >= 0 && at < rank) return like(x[0]);
    return {{.refuse = error::cumsum_has_no_such_axis,
             .message = "cumsum: there is no axis {} of {} dimensions",
             .have = axis,
             .want = rank}};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int y) const {
    const int rows = x[0].shape.rank - 3, at = axis_of(x[0].shape.rank);
    if (at < rows) return all_rows(x[0]);  // of other pictures
    if (at > rows) return only_row(y);
    const int other = exclusive != 0 ? 1 : 0;
    return reverse != 0 ? row_range{y + other, x[0].shape.d[at] - 1} : row_range{0, y - other};
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
