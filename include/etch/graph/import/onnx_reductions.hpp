// Import of ONNX operators over whole dimensions: ReduceMean, ReduceSum, ReduceMax, ReduceL2, ...,
// ArgMax, ArgMin, Softmax, LogSoftmax, Hardmax.
#pragma once

#include <etch/graph/import/onnx_parts.hpp>

namespace ETCH_NAMESPACE {

namespace onnx_operators {

/// What is left of a value whose dimensions are reduced.
struct onnx_reduction {
  onnx_entry from{};    ///< what is reduced
  bool reduced[5]{};    ///< dimensions of that
  ops::reshape left{};  ///< the sizes of the output, as it lies
  onnx_order order = onnx_order::plain;
};
/// Reduces these dimensions of the file's tensor; they stay with size 1 where they are kept.
constexpr onnx_reduction reduction_of(onnx_import& m, const bool (&dimensions)[5], bool keeps) {
  onnx_reduction r{.from = read_unflattened(m)};
  if (m.failed()) return r;
  const int rank = m.at(r.from.value).shape.rank;
  bool last = r.from.order == onnx_order::last;
  if (last && !keeps) {
    // without the first dimension the others lie as in no order, unless it leaves the channels
    // alone
    bool others = false;
    for (int k = 2; k < rank; ++k) others = others || !dimensions[k];
    if (dimensions[0] && !dimensions[1] && others) r.from = {m.plain(r.from)}, last = false;
    if (m.failed()) return r;
  }
  const extents s = m.at(r.from.value).shape;
  r.left.rank = 0;
  for (int k = 0; k < rank; ++k) r.reduced[m.dimension_of(r.from.order, k, rank)] = dimensions[k];
  for (int k = 0; k < rank; ++k) {
    if (!r.reduced[k]) r.left.d[r.left.rank++] = s.d[k];
    else if (keeps) r.left.d[r.left.rank++] = 1;
  }
  if (last && (keeps || !dimensions[1]) && r.left.rank > 2) r.order = onnx_order::last;
  if (r.left.rank == 0) r.left = {1, {1}};
  return r;
}

/// The mean, or the sum, of columns (outer, n, 1, inner): (outer, inner).
constexpr int mean_of(onnx_import& m, int columns, bool sums = false) {
  return m.then(ops::global_avg_pool{sums ? 1 : 0}, columns);
}
/// The largest, or the smallest, of columns (outer, n, 1, inner): (outer, 1, 1, inner).
constexpr int largest_of(onnx_import& m, int columns, bool smallest = false) {
  if (m.failed()) return 0;
  const int n = m.at(columns).shape.h();
  if (!m.file.source.spend(2LL * n)) return 0;
  return m.then(ops::max_pool{{n, 1}, {1, 1, valid}, smallest ? 1 : 0}, columns);
}
/// The largest, or the smallest, element of a value: (1).
constexpr int extreme_of(onnx_import& m, int x, bool smallest) {
  if (m.failed()) return 0;
  const int column = m.then(ops::reshape{4, {1, m.at(x).shape.size(), 1, 1}}, x);
  return m.then(ops::reshape{1, {1}}, largest_of(m, column, smallest));
}
/// The product of columns (outer, n, 1, inner): halves times halves, until one is left.
constexpr int product_of(onnx_import& m, int columns) {
  int rest = -1;
  while (!m.failed() && m.at(columns).shape.h() > 1) {
    const extents e = m.at(columns).shape;
    ops::slice part = whole_of(e);
    const int half = e.d[1] / 2;
    part.size[1] = half;
    const int first = m.then(part, columns);
    part.begin[1] = half;
    const int second = m.then(part, columns);
    if (e.d[1] % 2 != 0) {
      part.begin[1] = 2 * half, part.size[1] = 1;
      const int odd = m.then(part, columns);
      rest = rest < 0 ? odd : product(m, rest, odd);
    }
    columns = product(m, first, second);
  }
  return rest < 0 ? columns : product(m, columns, rest);
}

/// What the operator makes of columns (outer, n, 1, inner): as many numbers as outer and inner.
constexpr int reduced_by(onnx_import& m, onnx_schema::op kind, int x) {
  using onnx_schema::op;
  switch (kind) {
    case op::reduce_l1: return mean_of(m, of(m, unary_function::absolute, x), true);
    case op::reduce_l2: {
      const int squares = mean_of(m, of(m, unary_function::square, x), true);
      return of(m, unary_function::square_root, squares);
    }
    case op::reduce_log_sum: return of(m, unary_function::logarithm, mean_of(m, x, true));
    case op::reduce_log_sum_exp: {
      const int top = largest_of(m, x);
      const int powers = of(m, unary_function::exponential, difference(m, x, top));
      const int all = of(m, unary_function::logarithm, mean_of(m, powers, true));
      if (m.failed()) return 0;
      const extents e = m.at(all).shape;
      return sum(m, all, m.then(ops::reshape{2, {e.d[0], e.d[1]}}, top));
    }
    case op::reduce_max: return largest_of(m, x);
    case op::reduce_min: return largest_of(m, x, true);
    case op::reduce_mean: return mean_of(m, x);
    case op::reduce_prod: return product_of(m, x);
    case op::reduce_sum_square: return mean_of(m, of(m, unary_function::square, x), true);
    default: return mean_of(m, x, true);
  }
}

/// ReduceMean, ReduceSum, ...: axes are an attribute or, later, an input; none are all.
constexpr void import_reduction(onnx_import& m) {
  if (!m.has(1, 2)) return;
  known_integers axes = m.integers("axes");
  if (!axes) axes = m.integers_of(1);
  const bool keeps = m.integer("keepdims", 1, 0, 1) != 0;
  const bool none = m.integer("noop_with_empty_axes", 0, 0, 1) != 0;
  const onnx_entry e = m.read(0);
  if (m.failed()) return;
  if (none && axes.count < 1) return m.write_like(e.value, e);
  const int rank = m.at(e.value).shape.rank;
  bool dimensions[5]{};
  for (int k = 0; k < rank; ++k) dimensions[k] = axes.count < 1;
  for (int i = 0; i < axes.count; ++i) dimensions[m.axis_of(axes.at[i], rank)] = true;
  const onnx_reduction r = reduction_of(m, dimensions, keeps);
  const onnx_schema::op kind = m.code();
  m.write(m.then(r.left, reduced_by(m, kind, as_columns(m, r.from.value, r.reduced))), r.order);
}

/// ArgMax and ArgMin; the last one of equal elements is the first one from the end.
constexpr void import_arg_max(onnx_import& m, bool least) {
  if (!m.has(1, 1)) return;
  const onnx_attribute axis = m.file.attribute(m.index(), "axis");
  const bool keeps = m.integer("keepdims", 1, 0, 1) != 0;
  const bool last = m.integer("select_last_index", 0, 0, 1) != 0;
  const int rank = m.failed() ? 0 : m.at(m.read(0).value).shape.rank;
  bool dimensions[5]{};
  dimensions[m.axis_of(axis.i, rank)] = true;
  const onnx_reduction r = reduction_of(m, dimensions, keeps);
  if (m.failed()) return;
  int along = 0, x = r.from.value;
  while (!r.reduced[along]) ++along;
  const extents e = m.at(x).shape;
  if (last) {
    ops::slice backwards = whole_of(e);
    backwards.begin[along] = e.d[along] - 1, backwards.step[along] = -1;
    x = m.then(backwards, x);
  }
  int y = m.make(ops::arg_max{along, least ? 1 : 0}, &x, 1, index_format);
  if (last) y = difference(m, m.whole(e.d[along] - 1), y);
  m.write(m.then(r.left, y), r.order);
}

/// (rows, n) of a value whose last dimension has n elements; as columns, (rows, n, 1, 1).
constexpr int as_rows(onnx_import& m, int x, bool columns = false) {
  if (m.failed()) return 0;
  const extents s = m.at(x).shape;
  const int rows = s.size() / s.c();
  return m.then(ops::reshape{columns ? 4 : 2, {rows, s.c(), 1, 1}}, x);
}
/// A function of each row of input 0 along one axis or, up to opset 12, of all from that axis on:
/// f(x) works along the last dimension and keeps the shape. A QLinear operator names its opset.
template <class F>
constexpr void import_along_axis(onnx_import& m, const F& f) {
  if (!m.has(1, 1)) return;
  const int opset = m.linear ? m.integer("opset", 13, 1, 99) : m.file.opset;
  const bool old = opset < 13;
  const onnx_entry e = m.read(0);
  const onnx_attribute given = m.file.attribute(m.index(), "axis");
  if (m.failed()) return;
  const extents s = m.file_shape(e);
  const int axis = m.axis_of(given ? given.i : (old ? 1 : -1), s.rank);
  if (m.failed()) return;
  int behind = 1;
  for (int k = axis + 1; k < s.rank; ++k) behind *= s.d[k];
  const bool alone = !old || behind == 1;
  if (e.order == onnx_order::last && axis == 1 && alone) return m.write_like(f(e.value), e);
  const int x = m.plain(e);
  const ops::reshape as_before{s.rank, {s.d[0], s.d[1], s.d[2], s.d[3], s.d[4]}};
  if (old) {
    int rows = 1;
    for (int k = 0; k < axis; ++k) rows *= s.d[k];
    return m.write(m.then(as_before, f(m.then(ops::reshape{2, {rows, -1}}, x))));
  }
  if (axis == s.rank - 1) return m.write(f(x));
  ops::transpose swap{s.rank, {0, 1, 2, 3, 4}};
  swap.axis[axis] = s.rank - 1, swap.axis[s.rank - 1] = axis;
  m.write(m.then(swap, f(m.then(swap, x))));
}
/// What ONNX Runtime multiplies the shares by that its softmax of codes makes: it takes 1 for a
/// whole number of output steps, which 1 / 255 is not.
constexpr float whole_steps_of_one(onnx_import& m) {
  using onnx_schema::op;
  const bool fused = m.linear || only_reader(m, m.output(), op::quantize_linear) >= 0;
  if (m.preset != numerics::onnxruntime || !fused || is_f32(m.input_format(0))) return 1;
  const format y = m.output_format();
  const auto unit = static_cast<float>(y.unit());
  if (m.failed() || is_f32(y) || unit > 1 || unit < 1e-6F) return 1;
  return static_cast<float>(static_cast<int>(1 / unit)) * unit;
}
constexpr void import_softmax(onnx_import& m) {
  const format y = m.format_of_activation(ops::softmax{});
  const float whole = whole_steps_of_one(m);
  import_along_axis(m, [&](int x) {
    const int shares = m.make(ops::softmax{}, &x, 1, y);
    return whole == 1 ? shares : times(m, shares, whole);
  });
}
/// A function of rows (rows, n) on a value whose last dimension they are.
template <class F>
constexpr int on_rows(onnx_import& m, int x, const F& f) {
  if (m.failed()) return 0;
  const extents s = m.at(x).shape;
  const int y = f(as_rows(m, x), s.size() / s.c(), s.c());
  return m.then(ops::reshape{s.rank, {s.d[0], s.d[1], s.d[2], s.d[3], s.d[4]}}, y);
}
/// LogSoftmax: x - top - ln(sum of e^(x - top)).
constexpr void import_log_softmax(onnx_import& m) {
  import_along_axis(m, [&](int value) {
    return on_rows(m, value, [&](int x, int rows, int n) {
      const int top = largest_of(m, m.then(ops::reshape{4, {rows, n, 1, 1}}, x));
      const int less = difference(m, x, m.then(ops::reshape{2, {rows, 1}}, top));
      const int powers = of(m, unary_function::exponential, less);
      const int all = mean_of(m, m.then(ops::reshape{4, {rows, n, 1, 1}}, powers), true);
      return difference(m, less, of(m, unary_function::logarithm, all));
    });
  });
}
/// Hardmax: 1 where the largest element is, the first of equal ones, else 0.
constexpr void import_hardmax(onnx_import& m) {
  import_along_axis(m, [&](int value) {
    return on_rows(m, value, [&](int x, int rows, int n) {
      const int top = m.make(ops::arg_max{1, 0}, &x, 1, index_format);
      const int place = m.then(ops::reshape{2, {rows, 1}}, top);
      const int is = compared(m, comparison::equal, m.counted(0, {2, {1, n}}), place);
      return cast(m, is, f32::descriptor);
    });
  });
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
