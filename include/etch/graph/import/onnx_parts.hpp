// Import of ONNX operators that take parts of values or repeat them: Slice, Split, Gather, Expand,
// Tile, DepthToSpace, SpaceToDepth, Trilu.
#pragma once

#include <etch/graph/import/onnx_functions.hpp>
#include <etch/graph/import/onnx_moves.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_a_part_of_the_value_has_no_element(long /*dimension*/, long) {}
inline void onnx_blocks_do_not_divide_the_value(long /*block*/, long) {}
inline void onnx_the_parts_have_another_size_together_than_the_value(long /*size*/,
                                                                     long /*wanted*/) {}
}  // namespace error

namespace onnx_operators {

/// The node of this operator that alone reads tensor t; -1 if there is none.
constexpr int only_reader(const onnx_import& m, int t, onnx_schema::op code) {
  if (t < 0) return -1;
  const onnx_tensor& is = m.file.tensor(t);
  if (is.is_output || is.readers != 1) return -1;
  return m.file.node(is.reader).code == code ? is.reader : -1;
}
/// Input 0 in its own order or, if it is flat, in the file's.
constexpr onnx_entry read_unflattened(onnx_import& m) {
  const onnx_entry e = m.read(0);
  return m.failed() || e.order != onnx_order::flat ? e : onnx_entry{m.plain(e)};
}
/// The whole of a value of this shape.
constexpr ops::slice whole_of(const extents& e) {
  ops::slice what{e.rank};
  for (int k = 0; k < e.rank; ++k) what.size[k] = e.d[k];
  return what;
}

/// Slice: starts, ends, axes and steps are attributes up to opset 9, inputs from 10 on.
constexpr void import_slice(onnx_import& m) {
  const bool old = m.file.opset < 10;
  if (!m.has(1, old ? 1 : 5)) return;
  const known_integers starts = old ? m.integers("starts") : m.integers_of(1),
                       ends = old ? m.integers("ends") : m.integers_of(2),
                       axes = old ? m.integers("axes") : m.integers_of(3),
                       steps = old ? known_integers{} : m.integers_of(4);
  const onnx_entry e = read_unflattened(m);
  if (m.failed()) return;
  const extents s = m.at(e.value).shape;
  const int count = starts.count;
  if (count < 0 || ends.count != count || (axes && axes.count != count) ||
      (steps && steps.count != count) || (!axes && count > s.rank)) {
    return m.refuse({.refuse = error::onnx_there_are_more_or_fewer_numbers_than_dimensions,
                     .message = "there are {} starts of parts, and another number of ends, axes, "
                                "steps or dimensions",
                     .have = count});
  }
  ops::slice what = whole_of(s);
  bool all = true;
  for (int i = 0; i < count; ++i) {
    const int k = m.dimension_of(e.order, m.axis_of(axes ? axes.at[i] : i, s.rank), s.rank);
    const int step = steps ? clamp<int>(steps.at[i], -65536, 65536) : 1, d = s.d[k];
    const int low = step > 0 ? 0 : -1, high = step > 0 ? d : d - 1;
    const auto place = [&](long long at) {
      return static_cast<int>(clamp<long long>(at < 0 ? at + d : at, low, high));
    };
    const int from = clamp(place(starts.at[i]), 0, d - (step > 0 ? 0 : 1)), to = place(ends.at[i]);
    const int size = step == 0 ? 0 : (to - from + step - (step > 0 ? 1 : -1)) / step;
    if (size < 1) {
      return m.refuse({.refuse = error::onnx_a_part_of_the_value_has_no_element,
                       .message = "the part has no element of dimension {}",
                       .have = axes ? axes.at[i] : i});
    }
    what.begin[k] = from, what.size[k] = size, what.step[k] = step;
    all = all && size == d && step == 1;
  }
  m.write_like(all ? e.value : m.then(what, e.value), e);
}

/// Split: sizes are an attribute up to opset 12, a constant from 13 on; else parts are equal, the
/// last one is what remains.
constexpr void import_split(onnx_import& m) {
  const int count = m.outputs();
  if (!m.has(1, 2, count)) return;
  const known_integers sizes = m.file.opset < 13 ? m.integers("split") : m.integers_of(1);
  const onnx_attribute axis = m.file.attribute(m.index(), "axis");
  const onnx_entry e = read_unflattened(m);
  if (m.failed()) return;
  const extents s = m.at(e.value).shape;
  const int k = m.dimension_of(e.order, m.axis_of(axis.i, s.rank), s.rank);
  int begin = 0;
  for (int i = 0; i < count && !m.failed(); ++i) {
    ops::slice what = whole_of(s);
    const int equal = ceil_div(s.d[k], count);
    const int size = sizes && i < sizes.count ? sizes.at[i] : minimum(equal, s.d[k] - begin);
    what.begin[k] = begin, what.size[k] = size;
    begin += clamp(size, 0, s.d[k]);
    const int t = m.output(i);
    if (t < 0 || !m.room().needed[t]) continue;
    m.write(size == s.d[k] ? e.value : m.then(what, e.value), e.order, 1, i);
  }
  if (begin == s.d[k] && (!sizes || sizes.count == count)) return;
  m.refuse({.refuse = error::onnx_the_parts_have_another_size_together_than_the_value,
            .message = "the parts have {} elements together, the value {}",
            .have = begin,
            .want = s.d[k]});
}

/// Indices that may count from the end as indices that count from 0.
constexpr int counted_from_0(onnx_import& m, int k, int size) {
  onnx_known is = m.known(m.input(k));
  if (is) {
    for (int i = 0; i < is.list.count; ++i) is.list.at[i] += is.list.at[i] < 0 ? size : 0;
    const int v = m.constant_of(is);
    if (is.is_scalar && !m.failed()) m.graph.values[v].is.shape = {};
    return v;
  }
  const int x = m.plain(k);
  if (m.failed()) return 0;
  const int below = compared(m, comparison::less, x, m.zero_of(index_format));
  const int from_end = sum(m, x, m.whole(size));
  return chosen(m, below, from_end, x);
}
/// Gather: parts along an axis; one index takes the axis away.
constexpr void import_gather(onnx_import& m) {
  if (!m.has(2, 2)) return;
  const onnx_attribute axis = m.file.attribute(m.index(), "axis");
  int x[2]{m.plain(0)};
  if (m.failed()) return;
  const extents s = m.at(x[0]).shape;
  const int along = m.axis_of(axis.i, s.rank);
  x[1] = counted_from_0(m, 1, s.d[along]);
  m.write(m.make(ops::gather{along}, x, 2, m.at(x[0]).number));
}

/// x broadcast to shape `to`, which may be too large.
constexpr int broadcast(onnx_import& m, int x, const ops::broadcast_to& to) {
  const extents e{minimum(to.rank, 5), {to.d[0], to.d[1], to.d[2], to.d[3], to.d[4]}};
  return m.fits(e) ? m.then(to, x) : 0;
}
/// Expand: both shapes broadcast.
constexpr void import_expand(onnx_import& m) {
  if (!m.has(2, 2)) return;
  const known_integers shape = m.integers_of(1);
  const int x = m.plain(0);
  if (m.failed()) return;
  const extents s = m.at(x).shape;
  const int rank = maximum(s.rank, shape.count);
  ops::broadcast_to to{rank, {}};
  for (int k = 0; k < rank && k < 5; ++k) {
    const int i = k - (rank - s.rank), j = k - (rank - shape.count);
    const int size = i < 0 ? 1 : s.d[i];
    to.d[k] = j < 0 || shape.at[j] == 1 ? size : shape.at[j];
  }
  m.write(broadcast(m, x, to));
}

/// x repeated `times` times along dimension k.
constexpr int repeated(onnx_import& m, int x, int k, int times) {
  if (m.failed() || times == 1) return x;
  const extents s = m.at(x).shape;
  int before = 1, behind = 1;
  for (int d = 0; d < s.rank; ++d) (d < k ? before : behind) *= s.d[d];
  const int apart = m.then(ops::reshape{3, {before, 1, behind}}, x);
  const int y = broadcast(m, apart, {3, {before, times, behind}});
  if (m.failed()) return 0;
  ops::reshape to{s.rank, {s.d[0], s.d[1], s.d[2], s.d[3], s.d[4]}};
  to.d[k] *= times;
  return m.then(to, y);
}
constexpr void import_tile(onnx_import& m) {
  if (!m.has(2, 2)) return;
  const known_integers times = m.integers_of(1);
  const onnx_entry e = read_unflattened(m);
  if (m.failed()) return;
  const int rank = m.at(e.value).shape.rank;
  if (times.count != rank) {
    return m.refuse({.refuse = error::onnx_there_are_more_or_fewer_numbers_than_dimensions,
                     .message = "there are {} repeats for the dimensions of a value",
                     .have = times.count});
  }
  int y = e.value;
  for (int k = 0; k < rank; ++k) {
    const int d = m.dimension_of(e.order, k, rank);
    y = repeated(m, y, d, m.in_range(times.at[k], 1, 65536));
  }
  m.write_like(y, e);
}

/// CumSum: sums along an axis, which is a constant.
constexpr void import_cum_sum(onnx_import& m) {
  if (!m.has(2, 2)) return;
  const known_integers axis = m.integers_of(1);
  const int exclusive = m.integer("exclusive", 0, 0, 1), reverse = m.integer("reverse", 0, 0, 1);
  const onnx_entry e = read_unflattened(m);
  if (m.failed()) return;
  const int rank = m.at(e.value).shape.rank;
  const int along = m.dimension_of(e.order, m.axis_of(axis.at[0], rank), rank);
  m.write_like(m.then(ops::cumsum{along, exclusive, reverse}, e.value), e);
}

/// DepthToSpace and SpaceToDepth with blocks of b x b, on (N, H, W, C): a reshape that gives the
/// rows, or columns, of a block a dimension of their own, a transpose, and a reshape.
constexpr void import_blocks(onnx_import& m, bool to_depth) {
  if (!m.has(1, 1)) return;
  const int b = m.integer("blocksize", 0, 1, 4096);
  const onnx_attribute mode = m.file.attribute(m.index(), "mode");
  const int x = m.last(0);
  if (m.failed()) return;
  const extents e = m.at(x).shape;
  const bool fits = to_depth ? e.h() % b == 0 && e.w() % b == 0 : e.c() % (1LL * b * b) == 0;
  if (!fits || e.rank != 4) {
    return m.refuse({.refuse = error::onnx_blocks_do_not_divide_the_value,
                     .message = "blocks of {} cells do not divide the value",
                     .have = b});
  }
  const int n = e.d[0], h = e.h(), w = e.w(), c = e.c();
  int y = 0;
  if (to_depth) {
    y = m.then(ops::reshape{4, {n * h / b, b, w / b, b * c}}, x);
    y = m.then(ops::transpose{4, {0, 2, 1, 3}}, y);
    y = m.then(ops::reshape{4, {n, h / b, w / b, b * b * c}}, y);
  } else if (mode && m.file.same(mode.inside, "CRD")) {
    // channels count the blocks slowest
    y = m.then(ops::reshape{5, {n * h, w, c / (b * b), b, b}}, x);
    y = m.then(ops::transpose{5, {0, 3, 1, 4, 2}}, y);
    y = m.then(ops::reshape{4, {n, h * b, w * b, c / (b * b)}}, y);
  } else {
    y = m.then(ops::reshape{4, {n * h, w, b, c / b}}, x);
    y = m.then(ops::transpose{4, {0, 2, 1, 3}}, y);
    y = m.then(ops::reshape{4, {n, h * b, w * b, c / (b * b)}}, y);
  }
  m.write(y, onnx_order::last);
}

/// Trilu: the elements on and above diagonal k, or on and below it; others are 0.
constexpr void import_trilu(onnx_import& m) {
  if (!m.has(1, 2)) return;
  const known_integers diagonal = m.integers_of(1);
  const bool upper = m.integer("upper", 1, 0, 1) != 0;
  const int x = m.plain(0);
  if (m.failed()) return;
  const extents e = m.at(x).shape;
  const int most = counting_bytes::most, k = diagonal ? clamp<int>(diagonal.at[0], -most, most) : 0;
  const int rows = m.counted(clamp(k, -most, most - e.w()), {2, {e.w(), 1}});
  const int columns = m.counted(0, {2, {1, e.c()}});
  const int kept =
      compared(m, upper ? comparison::greater_equal : comparison::less_equal, columns, rows);
  m.write(chosen(m, kept, x, m.failed() ? 0 : m.zero_of(m.at(x).number)));
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
