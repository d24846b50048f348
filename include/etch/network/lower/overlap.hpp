// How close the output of a node may lie to an input that dies with it: what the node's rows read
// (`input_rows`) and how many rows its kernel writes before it has read their inputs say it.
#pragma once

#include <etch/op/operator.hpp>
#include <etch/plan/buffer.hpp>

namespace ETCH_NAMESPACE {

/// Distances that keep every byte of an input until it has been read. They hold for channels-last
/// values of whole bytes a row; all others are apart.
struct overlap {
  int under = 0;  ///< output below, rows made in rising order: at least so far under the input
  int over = 0;   ///< output above, rows made in falling order: at least so far over the input
};

namespace detail {
/// Bytes of a row of x, which takes `bytes`; 0 where rows are no bytes in a row.
constexpr int bytes_of_row(const operand& x, int bytes) {
  const long long bits = 1LL * x.shape.w() * x.shape.c() * x.number.bits;
  const bool in_rows = x.layout == &layout_id<hwc> && bits % 8 == 0;
  return in_rows && bits / 8 * x.shape.rows() == bytes ? static_cast<int>(bits / 8) : 0;
}
}  // namespace detail

/// The distances between input i of an operator and its output, whose sizes are given in bytes;
/// `block` rows of the output, from a multiple of `block` on, may be written before any of their
/// inputs are read.
constexpr overlap overlap_of(const operator_tag& op, const attributes& a, const operands& x, int i,
                             const operand& y, int bytes_of_input, int bytes_of_output, int block) {
  const int from = detail::bytes_of_row(x[i], bytes_of_input);
  const int to = detail::bytes_of_row(y, bytes_of_output);
  if (from == 0 || to == 0) return {bytes_of_output, bytes_of_input};
  overlap apart;
  const int rows = y.shape.rows();
  const int none = x[i].shape.rows();
  int first = none;  // no row of the output from `row` on reads one before
  for (int row = rows - 1; row >= 0; --row) {
    const row_range read = rows_read(op, a, x, i, y, row);
    if (read.first <= read.last) first = minimum(first, read.first);
    if (row % block != 0 || first == none) continue;
    apart.under = maximum(apart.under, minimum(row + block, rows) * to - first * from);
  }
  int end = 0;  // no row of the output up to `row` reads this one or one behind
  for (int row = 0; row < rows; ++row) {
    const row_range read = rows_read(op, a, x, i, y, row);
    if (read.first <= read.last) end = maximum(end, read.last + 1);
    if ((row + 1) % block != 0 && row + 1 < rows) continue;
    apart.over = maximum(apart.over, end * from - row / block * block * to);
  }
  return {minimum(apart.under, bytes_of_output), minimum(apart.over, bytes_of_input)};
}

/// The records that say it to the planner, as two elements of an array of separations.
constexpr void separate(plan::separation* records, overlap apart, int input, int output) {
  records[0] = {output, input, apart.under};
  records[1] = {input, output, apart.over};
}

/// Whether the rows of a node are made in rising order, given where the planner put its input and
/// its output; otherwise in falling order.
constexpr bool rises(overlap apart, int input_offset, int output_offset, int bytes_of_input) {
  return input_offset - output_offset >= apart.under ||
         output_offset - input_offset >= bytes_of_input;
}

}  // namespace ETCH_NAMESPACE
