// Import of ONNX's Pad.
#pragma once

#include <etch/graph/import/onnx_parts.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_the_mode_of_a_Pad_is_none_of_constant_reflect_edge_wrap(long, long) {}
inline void onnx_the_batch_takes_no_border(long /*cells*/, long) {}
}  // namespace error

namespace onnx_operators {

/// Value x with borders along dimension k: its outermost cells, repeated, or, where it `wraps`, the
/// cells of its other end.
constexpr int continued(onnx_import& m, int x, int k, int before, int after, bool wraps) {
  if (m.failed() || before + after == 0) return x;
  const extents s = m.at(x).shape;
  const int d = s.d[k];
  int parts[3]{}, count = 0;
  const auto add = [&](int begin, int size, int times) {
    if (size == 0 || times == 0 || m.failed()) return;
    ops::slice what = whole_of(s);
    what.begin[k] = begin, what.size[k] = size;
    parts[count++] = repeated(m, m.then(what, x), k, times);
  };
  if (wraps) add(d - m.in_range(before, 0, d), before, 1);
  else add(0, 1, before);
  parts[count++] = x;
  if (wraps) add(0, m.in_range(after, 0, d), 1);
  else add(d - 1, 1, after);
  return m.failed() ? 0 : m.make(ops::concat{k}, parts, count, m.at(x).number);
}

/// Value x without as many cells before and behind dimension k as these numbers are below 0, which
/// become 0 then.
constexpr int cut(onnx_import& m, int x, int k, int& before, int& after) {
  if (m.failed() || (before >= 0 && after >= 0)) return x;
  ops::slice what = whole_of(m.at(x).shape);
  what.begin[k] = maximum(-before, 0);
  what.size[k] = m.in_range(what.size[k] + minimum(before, 0) + minimum(after, 0), 1, what.size[k]);
  before = maximum(before, 0), after = maximum(after, 0);
  return m.then(what, x);
}

/// Pad: cells before each dimension, then cells behind each; of fewer than none some are cut off.
constexpr void import_pad(onnx_import& m) {
  if (!m.has(1, 4)) return;
  const bool old = m.file.opset < 11;
  const known_integers cells = old ? m.integers("pads") : m.integers_of(1);
  const known_integers axes = m.integers_of(3);
  const float number = old ? m.real("value", 0) : m.number_of(2, 0);
  const onnx_attribute mode = m.file.attribute(m.index(), "mode");
  const auto is = [&](const char* name) { return mode && m.file.same(mode.inside, name); };
  const bool reflects = is("reflect"), repeats = is("edge"), wraps = is("wrap");
  if (mode && !reflects && !repeats && !wraps && !is("constant")) {
    m.refuse({.refuse = error::onnx_the_mode_of_a_Pad_is_none_of_constant_reflect_edge_wrap,
              .message = "the mode of a Pad is none of constant, reflect, edge and wrap"});
  }
  if (number == 0) m.reads = onnx_reads::quantised;
  onnx_entry e = m.read(0);
  if (m.failed()) return;
  if (e.order == onnx_order::flat) e = {m.plain(e)};
  if (m.failed()) return;
  const int rank = m.at(e.value).shape.rank, sides = axes ? axes.count : rank;
  if (cells.count != 2 * sides) {
    return m.refuse({.refuse = error::onnx_there_are_more_or_fewer_numbers_than_dimensions,
                     .message = "there are {} numbers for the borders of a value",
                     .have = cells.count});
  }
  int before[5]{}, after[5]{};
  for (int i = 0; i < sides; ++i) {
    const int axis = axes ? m.axis_of(axes.at[i], rank) : i;
    const int k = m.dimension_of(e.order, axis, rank);
    constexpr int most = onnx_file::largest_dimension;
    before[k] = m.in_range(cells.at[i], -most, most);
    after[k] = m.in_range(cells.at[sides + i], -most, most);
  }
  for (int k = 0; k < rank; ++k) e.value = cut(m, e.value, k, before[k], after[k]);
  if (m.failed()) return;
  if (reflects) {
    ops::mirror_pad what{rank};
    for (int k = 0; k < rank; ++k) what.before[k] = before[k], what.after[k] = after[k];
    return m.write_like(m.then(what, e.value), e);
  }
  if (repeats || wraps) {
    int y = e.value;
    for (int k = 0; k < rank; ++k) y = continued(m, y, k, before[k], after[k], wraps);
    return m.write_like(y, e);
  }
  for (int k = 0; k < rank - 3; ++k) {
    if (before[k] + after[k] == 0) continue;
    return m.refuse({.refuse = error::onnx_the_batch_takes_no_border,
                     .message = "the batch takes no border, here of {} cells",
                     .have = maximum(before[k], after[k])});
  }
  const auto border = [&](const int(&of)[5], int from_last) {
    return rank >= from_last ? of[rank - from_last] : 0;
  };
  const ops::pad what{border(before, 3),   border(after, 3),
                      border(before, 2),   border(after, 2),
                      border(before, 1),   border(after, 1),
                      number == 0 ? 0 : 2, __builtin_bit_cast(wide_int, number)};
  m.write_like(m.then(what, e.value), e);
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
