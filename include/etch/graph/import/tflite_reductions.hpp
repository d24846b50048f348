// Import of TensorFlow Lite operators over whole dimensions: MEAN, SUM, REDUCE_MAX, ARG_MAX,
// RESIZE_BILINEAR, BATCH_MATMUL, ...
#pragma once

#include <etch/graph/import/tflite_moves.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_a_CUMSUM_is_of_FLOAT32_or_INT32(long /*bits*/, long) {}
}  // namespace error

namespace tflite_operators {

/// The kinds of reduction.
enum class reduction { mean, sum, largest, smallest };

/// MEAN, SUM, REDUCE_MAX and REDUCE_MIN over any axes.
constexpr void import_reduction(tflite_import& m, reduction kind) {
  if (!m.has(2, 2, options_type::reducer)) return;
  const int x = m.read(m.input(0));
  int axes[5]{};
  const int count = m.integers(1, axes, 5);
  if (m.failed()) return;
  const extents e = m.at(x).shape;
  bool reduced[5]{};
  for (int i = 0; i < count; ++i) reduced[axis_of(m, axes[i], e.rank)] = true;
  if (m.failed()) return;
  const operand y = m.values.describe_output(m.output());
  if (m.failed()) return;
  const bool rows_and_columns =
      e.rank == 4 && reduced[1] && reduced[2] && !reduced[0] && !reduced[3];
  const int from = rows_and_columns ? x : as_columns(m, x, reduced);
  if (m.failed()) return;
  const extents in = m.at(from).shape;
  const extents made{2, {in.n(), in.c()}};
  const bool smallest = kind == reduction::smallest;
  if (smallest || kind == reduction::largest) {
    const long long cells = 1LL * in.h() * in.h() + 1LL * in.w() * in.w();
    if (!m.values.file.source.spend(cells)) return;
    const ops::max_pool all{{in.h(), in.w()}, {1, 1, valid}, smallest ? 1 : 0};
    return m.make_reshaped(m.then(all, from));
  }
  const ops::global_avg_pool all{kind == reduction::sum ? 1 : 0};
  const int v = m.values.graph.size.values;  // the mean or the sum
  if (y.shape == made) m.make(all, &from, 1);
  else m.make_reshaped(m.make_between(all, &from, 1, y.number, made));
  if (m.failed() || all.sums == 0 || y.number.bits != 16) return;
  // LiteRT computes SUM of int16 in single precision, without XNNPACK
  if (m.preset == numerics::litert_xnnpack) m.values.graph.values[v].round = rounding::half_away;
}

/// CUMSUM of f32 and of whole numbers; of integers with a scale the runtimes disagree.
constexpr void import_cumsum(tflite_import& m) {
  if (!m.has(2, 2, options_type::cumsum)) return;
  const int x = m.read(m.input(0));
  int axis = 0;
  if (m.integers(1, &axis, 1) != 1 || m.failed()) return;
  const format& f = m.at(x).number;
  if (!is_real(f) && !(is_q(f) && f.bits == 32)) {
    return m.refuse({.refuse = error::tflite_a_CUMSUM_is_of_FLOAT32_or_INT32,
                     .message = "a CUMSUM is of FLOAT32 or INT32, not of {} bits",
                     .have = f.bits});
  }
  namespace field = fields::cumsum_options;
  m.make(ops::cumsum{axis, m.options.number<bool>(field::exclusive) ? 1 : 0,
                     m.options.number<bool>(field::reverse) ? 1 : 0},
         &x, 1);
}

constexpr void import_arg_max(tflite_import& m, bool least) {
  if (!m.has(2, 2, least ? options_type::arg_min : options_type::arg_max)) return;
  const int x = m.read(m.input(0));
  int axis = 0;
  if (m.integers(1, &axis, 1) != 1 || m.failed()) return;
  m.make(ops::arg_max{axis, least ? 1 : 0}, &x, 1);
}

/// RESIZE_NEAREST_NEIGHBOR and RESIZE_BILINEAR, whose options have these fields.
template <class Op>
constexpr void import_resize(tflite_import& m, int options, int align_corners,
                             int half_pixel_centers) {
  if (!m.has(2, 2, options)) return;
  const int x = m.read(m.input(0));
  int size[2]{};
  m.integers(1, size, 2);
  Op what{};
  what.h = size[0], what.w = size[1];
  what.align = m.options.number<bool>(align_corners) ? 1 : 0;
  what.half_pixels = m.options.number<bool>(half_pixel_centers) ? 1 : 0;
  m.make(what, &x, 1);
}

constexpr void import_batch_matmul(tflite_import& m) {
  if (!m.has(2, 2, options_type::batch_matmul)) return;
  const int x[2]{m.read(m.input(0)), m.read(m.input(1))};
  namespace field = fields::batch_matmul_options;
  const int adj_x = m.options.number<bool>(field::adj_x) ? 1 : 0;
  const int adj_y = m.options.number<bool>(field::adj_y) ? 1 : 0;
  m.make(ops::batch_matmul{adj_x, adj_y}, x, 2);
}

}  // namespace tflite_operators

}  // namespace ETCH_NAMESPACE
