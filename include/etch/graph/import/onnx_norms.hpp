// Import of ONNX normalisations: LayerNormalization, InstanceNormalization, GroupNormalization,
// MeanVarianceNormalization, LRN.
#pragma once

#include <etch/graph/import/onnx_layers.hpp>
#include <etch/graph/import/onnx_reductions.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_the_groups_do_not_divide_the_channels(long /*groups*/, long /*channels*/) {}
inline void onnx_a_MeanVarianceNormalization_is_over_all_but_the_channels(long, long) {}
inline void onnx_a_norm_of_channels_takes_a_value_with_channels(long /*rank*/, long) {}
}  // namespace error

namespace onnx_operators {

/// Input k, as many numbers as `shape` has, in this shape: a constant costs no node.
constexpr int shaped(onnx_import& m, int k, const extents& shape) {
  if (m.failed()) return 0;
  if (m.is_parameter(m.input(k)) && m.stored(k).elements == shape.size()) {
    return m.permuted(m.as_read(m.input(k)), {1, {shape.size()}}, {1}, shape);
  }
  return m.then(ops::reshape{shape.rank, {shape.d[0], shape.d[1]}}, m.plain(k));
}

/// LayerNormalization: (x - mean) / sqrt(variance + epsilon) scale + bias, over all dimensions from
/// `axis` on. Outputs: that, the mean, and 1 / sqrt(variance + epsilon).
constexpr void import_layer_norm(onnx_import& m) {
  if (!m.has(2, 3, 3)) return;
  const onnx_attribute given = m.file.attribute(m.index(), "axis");
  const float epsilon = m.real("epsilon", 1e-5F);
  const int value = m.plain(0);
  if (m.failed()) return;
  const extents s = m.at(value).shape;
  const int axis = m.axis_of(given ? given.i : -1, s.rank);
  int rows = 1, n = 1;
  for (int k = 0; k < s.rank; ++k) (k < axis ? rows : n) *= s.d[k];
  const ops::reshape columns{4, {rows, n, 1, 1}};
  const int x = m.then(ops::reshape{2, {rows, n}}, value);
  const int mean = mean_of(m, m.then(columns, x));
  const int centred = difference(m, x, mean);
  const int squares = of(m, unary_function::square, centred);
  const int variance = mean_of(m, m.then(columns, squares));
  const int share = of(m, unary_function::reciprocal_square_root, plus(m, variance, epsilon));
  int y = product(m, product(m, centred, share), shaped(m, 1, {2, {1, n}}));
  if (m.has_input(2)) y = sum(m, y, shaped(m, 2, {2, {1, n}}));
  m.write(m.then(ops::reshape{s.rank, {s.d[0], s.d[1], s.d[2], s.d[3], s.d[4]}}, y));
  ops::reshape of_rows{s.rank, {1, 1, 1, 1, 1}};
  for (int k = 0; k < axis; ++k) of_rows.d[k] = s.d[k];
  const auto is_read = [&](int k) { return m.output(k) >= 0 && m.room().needed[m.output(k)]; };
  if (is_read(1)) m.write(m.then(of_rows, mean), onnx_order::plain, 1, 1);
  if (is_read(2)) m.write(m.then(of_rows, share), onnx_order::plain, 1, 2);
}

/// Input 0 as (N, cells, 1, C).
constexpr int cells_of(onnx_import& m) {
  const int x = m.last(0);
  if (m.failed()) return 0;
  const extents e = m.at(x).shape;
  if (e.rank < 3) {
    m.refuse({.refuse = error::onnx_a_norm_of_channels_takes_a_value_with_channels,
              .message = "a norm of channels takes a value of three dimensions or more, not {}",
              .have = e.rank});
    return 0;
  }
  return m.then(ops::reshape{4, {e.d[0], e.size() / e.d[0] / e.c(), 1, e.c()}}, x);
}
/// The mean of each group of channels of x (N, cells, 1, C), for each channel: (N, 1, 1, C).
constexpr int mean_of_groups(onnx_import& m, int x, int groups) {
  if (m.failed()) return 0;
  const int n = m.at(x).shape.d[0], c = m.at(x).shape.c();
  int mean = mean_of(m, x);
  if (groups != c) {
    const int size = c / groups;
    mean = mean_of(m, m.then(ops::reshape{4, {n * groups, size, 1, 1}}, mean));
    mean = m.then(ops::broadcast_to{2, {n * groups, size}}, mean);
  }
  return m.then(ops::reshape{4, {n, 1, 1, c}}, mean);
}
/// Writes y (N, cells, 1, C) in the shape of input 0.
constexpr void write_cells(onnx_import& m, int y) {
  const extents e = m.failed() ? extents{} : m.at(m.last(0)).shape;
  m.write(m.then(ops::reshape{e.rank, {e.d[0], e.d[1], e.d[2], e.d[3], e.d[4]}}, y),
          onnx_order::last);
}
/// InstanceNormalization, and GroupNormalization, whose scales are of groups up to opset 20.
constexpr void import_group_norm(onnx_import& m, bool of_instances) {
  if (!m.has(3, 3)) return;
  const float epsilon = m.real("epsilon", 1e-5F);
  const int x = cells_of(m);
  if (m.failed()) return;
  const int c = m.at(x).shape.c();
  const int groups = of_instances ? c : m.integer("num_groups", 0, 1, c);
  if (!m.failed() && c % groups != 0) {
    m.refuse({.refuse = error::onnx_the_groups_do_not_divide_the_channels,
              .message = "{} groups do not divide {} channels",
              .have = groups,
              .want = c});
  }
  const int centred = difference(m, x, mean_of_groups(m, x, groups));
  const int variance = mean_of_groups(m, of(m, unary_function::square, centred), groups);
  const int share = of(m, unary_function::reciprocal_square_root, plus(m, variance, epsilon));
  const bool of_groups = !of_instances && m.file.opset < 21 && groups != c;
  const auto factors = [&](int k) {
    if (!of_groups) return shaped(m, k, {1, {c}});
    const int f =
        m.then(ops::broadcast_to{2, {groups, c / groups}}, shaped(m, k, {2, {groups, 1}}));
    return m.then(ops::reshape{1, {c}}, f);
  };
  const int scale = factors(1), bias = factors(2);
  const int y = product(m, product(m, centred, share), scale);
  write_cells(m, sum(m, y, bias));
}
/// MeanVarianceNormalization over all dimensions but the channels: (x - mean) / (deviation + 1e-9).
constexpr void import_mean_variance_norm(onnx_import& m) {
  if (!m.has(1, 1)) return;
  const known_integers axes = m.integers("axes");
  const int x = cells_of(m);
  if (m.failed()) return;
  const int rank = m.at(m.last(0)).shape.rank;
  bool sound = !axes || axes.count == rank - 1;
  for (int i = 0; i < axes.count; ++i) sound = sound && m.axis_of(axes.at[i], rank) != 1;
  if (!sound) {
    m.refuse({.refuse = error::onnx_a_MeanVarianceNormalization_is_over_all_but_the_channels,
              .message = "a MeanVarianceNormalization is over all dimensions but the channels"});
  }
  const int c = m.at(x).shape.c();
  const int all = m.then(ops::reshape{4, {1, -1, 1, c}}, x);
  const int centred = difference(m, all, mean_of_groups(m, all, c));
  const int variance = mean_of_groups(m, of(m, unary_function::square, centred), c);
  const int deviation = plus(m, of(m, unary_function::square_root, variance), 1e-9F);
  write_cells(m, quotient(m, centred, deviation));
}

/// LRN: x / (bias + alpha / size the sum of squares of `size` neighbouring channels)^beta.
constexpr void import_lrn(onnx_import& m) {
  if (!m.has(1, 1)) return;
  const float alpha = m.real("alpha", 1e-4F), beta = m.real("beta", 0.75F),
              bias = m.real("bias", 1);
  const int size = m.integer("size", 0, 1, 4096);
  const int value = m.last(0);
  if (m.failed()) return;
  const extents e = m.at(value).shape;
  const int rows = e.size() / e.c(), before = (size - 1) / 2;
  const int x = m.then(ops::reshape{4, {rows, e.c(), 1, 1}}, value);
  // zeros around the channels count
  const ops::pad borders{.top = before, .bottom = size - 1 - before};
  const int squares = m.then(borders, of(m, unary_function::square, x));
  if (!m.file.source.spend(1LL * e.c() * size)) return;
  const int mean = m.then(ops::avg_pool{{size, 1}, {1, 1, valid}}, squares);
  const int base = plus(m, times(m, mean, alpha), bias);
  const int power = both(m, ops::pairwise{pair_function::power}, base, m.number(beta));
  const int y = quotient(m, x, power);
  m.write(m.then(ops::reshape{e.rank, {e.d[0], e.d[1], e.d[2], e.d[3], e.d[4]}}, y),
          e.rank > 2 ? onnx_order::last : onnx_order::plain);
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
