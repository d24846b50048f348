// Import of ONNX layers: Conv, Gemm, MatMul, pools, BatchNormalization.
#pragma once

#include <etch/graph/import/onnx_import.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_a_layer_with_windows_has_one_or_two_dimensions_of_space(long /*dimensions*/,
                                                                         long) {}
inline void onnx_the_weights_have_another_shape_than_the_layer(long /*dimensions*/, long) {}
inline void onnx_the_attribute_has_another_number_of_integers(long /*integers*/, long /*wanted*/) {}
inline void onnx_the_padding_is_none_of_NOTSET_SAME_UPPER_SAME_LOWER_VALID(long, long) {}
inline void onnx_the_window_is_larger_than_the_padded_value(long /*window*/, long /*value*/) {}
}  // namespace error

namespace onnx_operators {

/// The window of a layer over a value (N, H, W, C), with what ceil_mode adds behind its padding.
struct onnx_window {
  pair size{}, stride{}, dilation{};
  int before[2]{}, after[2]{}, more[2]{};  ///< of rows, of columns

  constexpr bool pads() const { return before[0] + before[1] + after[0] + after[1] > 0; }
  /// Whether some side is padded by as much as the window spans, which no window of ours does.
  constexpr bool is_outside() const {
    return maximum(before[0], after[0]) >= reach(size.h, dilation.h) ||
           maximum(before[1], after[1]) >= reach(size.w, dilation.w);
  }
  constexpr ops::pad borders() const {
    return {.top = before[0], .bottom = after[0], .left = before[1], .right = after[1]};
  }
  /// The window, with its padding or with what ceil_mode adds alone.
  constexpr window move(bool padded) const {
    const int p = padded ? 1 : 0;
    return {stride, dilation,
            pad(p * before[0], p * before[1], p * after[0] + more[0], p * after[1] + more[1])};
  }
};

/// The integers of an attribute, one for each dimension of space times `each`; `otherwise` where it
/// is left out. They end up in `to`, the last one last.
template <int N>
constexpr void of_space(onnx_import& m, const char* name, int space, int each, int otherwise,
                        std::int64_t least, int (&to)[N]) {
  for (int& n : to) n = otherwise;
  const known_integers given = m.integers(name);
  if (!given || m.failed()) return;
  if (given.count != space * each) {
    return m.refuse({.refuse = error::onnx_the_attribute_has_another_number_of_integers,
                     .message = "an attribute has {} integers, not {}",
                     .have = given.count,
                     .want = space * each});
  }
  for (int e = 0; e < each; ++e) {
    for (int k = 0; k < space; ++k) {
      const int most = otherwise == 0 ? onnx_file::largest_dimension : 4096;
      to[(e + 1) * N / each - space + k] = m.in_range(given.at[e * space + k], least, most);
    }
  }
}

/// The window of this size that the attributes of the node describe, over a value of H x W.
constexpr onnx_window window_of(onnx_import& m, int space, pair size, const extents& in) {
  onnx_window w{.size = size};
  int stride[2]{}, dilation[2]{}, pads[4]{};
  of_space(m, "strides", space, 1, 1, 1, stride);
  of_space(m, "dilations", space, 1, 1, 1, dilation);
  of_space(m, "pads", space, 2, 0, 0, pads);
  const onnx_attribute how = m.file.attribute(m.index(), "auto_pad");
  const bool upper = how && m.file.same(how.inside, "SAME_UPPER");
  const bool lower = how && m.file.same(how.inside, "SAME_LOWER");
  const bool none = how && m.file.same(how.inside, "VALID");
  if (how && !upper && !lower && !none && !m.file.same(how.inside, "NOTSET")) {
    m.refuse({.refuse = error::onnx_the_padding_is_none_of_NOTSET_SAME_UPPER_SAME_LOWER_VALID,
              .message = "auto_pad is none of NOTSET, SAME_UPPER, SAME_LOWER and VALID"});
  }
  const bool ceils = m.integer("ceil_mode", 0, 0, 1) != 0;
  if (m.failed()) return w;
  w.stride = {stride[0], stride[1]};
  w.dilation = {dilation[0], dilation[1]};
  for (int k = 2 - space; k < 2; ++k) {
    const int n = k == 0 ? in.h() : in.w();
    const int span = reach(k == 0 ? size.h : size.w, dilation[k]);
    int before = none ? 0 : pads[k], after = none ? 0 : pads[2 + k];
    if (upper || lower) {
      const int both = maximum((ceil_div(n, stride[k]) - 1) * stride[k] + span - n, 0);
      before = (both + (lower ? 1 : 0)) / 2;
      after = both - before;
    }
    const int room = n + before + after - span;
    if (room < 0) {
      m.refuse({.refuse = error::onnx_the_window_is_larger_than_the_padded_value,
                .message = "a window of {} cells is larger than the padded value of {}",
                .have = span,
                .want = n + before + after});
      return w;
    }
    int out = (ceils ? ceil_div(room, stride[k]) : room / stride[k]) + 1;
    // no window begins behind the value
    if (ceils && (out - 1) * stride[k] >= n + before) --out;
    w.before[k] = before, w.after[k] = after;
    w.more[k] = maximum((out - 1) * stride[k] - room, 0);
  }
  return w;
}

/// Value e as (N, H, W, C), and how many dimensions of space it has.
constexpr int value_with_space(onnx_import& m, const onnx_entry& e, int& space) {
  const int x = m.last(e);
  if (m.failed()) return 0;
  const extents s = m.at(x).shape;
  space = s.rank - 2;
  if (space != 1 && space != 2) {
    m.refuse({.refuse = error::onnx_a_layer_with_windows_has_one_or_two_dimensions_of_space,
              .message = "a layer with windows has one or two dimensions of space, not {}",
              .have = space});
    return 0;
  }
  return space == 2 ? x : m.then(ops::reshape{4, {s.d[0], 1, s.d[1], s.d[2]}}, x);
}
constexpr int value_with_space(onnx_import& m, int& space) {
  return value_with_space(m, m.read(0), space);
}
/// Writes value y (N, H, W, C) to output 0, with as many dimensions of space as input 0.
constexpr void write_with_space(onnx_import& m, int y, int space) {
  if (m.failed()) return;
  const extents e = m.at(y).shape;
  if (space == 1) y = m.then(ops::reshape{3, {e.d[0], e.d[2], e.d[3]}}, y);
  m.write(y, onnx_order::last);
}

constexpr void refuse_weights(onnx_import& m, int rank) {
  m.refuse({.refuse = error::onnx_the_weights_have_another_shape_than_the_layer,
            .message = "the weights, of {} dimensions, have another shape than the layer",
            .have = rank});
}

/// A layer whose bias is an input of the node, on values that are codes or numbers.
struct onnx_layer {
  onnx_import& m;
  int bias_input = -1;

  constexpr int bias(int x, const onnx_parameter& weights) const {
    return bias_input < 0 ? -1 : m.bias(bias_input, x, weights);
  }
  template <class Op>
  constexpr int make(const Op& what, const int* x, int count) const {
    return m.make_layer(what, x, count);
  }
};

/// A convolution of value x, (N, H, W, C), with these weights: (O, I / group, KH, KW) become
/// (O, KH, KW, I / group) or, of as many groups as channels, (1, KH, KW, O).
template <class Layer>
constexpr void import_convolution(onnx_import& m, int value, int space,
                                  const onnx_parameter& weights, const Layer& layer) {
  if (m.failed()) return;
  int x[3]{value};
  const extents& w = weights.is.shape;
  if (w.rank != space + 2 || weights.is.elements < 1) return refuse_weights(m, w.rank);
  const int o = w.d[0], i = w.d[1], kh = space == 2 ? w.d[2] : 1, kw = w.d[w.rank - 1];
  int kernel[2]{};
  of_space(m, "kernel_shape", space, 1, 0, 1, kernel);
  const int channels = m.at(x[0]).shape.c();
  const int groups = m.integer("group", 1, 1, channels);
  if (m.failed()) return;
  if (kernel[1] != 0 && (kernel[1] != kw || (space == 2 && kernel[0] != kh))) {
    return refuse_weights(m, w.rank);
  }
  const onnx_window move = window_of(m, space, {kh, kw}, m.at(x[0]).shape);
  const bool depthwise = groups > 1 && groups == channels && i == 1;
  const extents size{4, {o, i, kh, kw}};
  if (depthwise) x[1] = m.permuted(weights, size, {1, 1, kw * o, o}, {4, {1, kh, kw, o}});
  else x[1] = m.permuted(weights, size, {kh * kw * i, 1, kw * i, i}, {4, {o, kh, kw, i}});
  x[2] = layer.bias(x[0], weights);
  const int count = x[2] < 0 ? 2 : 3;
  if (move.is_outside()) x[0] = m.then(move.borders(), x[0]);
  const window moves = move.move(!move.is_outside());
  const int y = depthwise ? layer.make(ops::depthwise_conv2d{moves}, x, count)
                          : layer.make(ops::conv2d{moves, groups}, x, count);
  write_with_space(m, y, space);
}
constexpr void import_conv(onnx_import& m) {
  if (!m.has(2, 3)) return;
  m.reads = m.has_coded(1) ? onnx_reads::quantised : onnx_reads::numbers;
  int space = 0;
  const int x = value_with_space(m, space);
  const onnx_layer layer{m, m.has_input(2) ? 2 : -1};
  import_convolution(m, x, space, m.weights(1, 0), layer);
}

/// GlobalAveragePool and GlobalMaxPool.
constexpr void import_global_pool(onnx_import& m, bool largest) {
  if (!m.has(1, 1)) return;
  int space = 0;
  if (largest) m.reads = onnx_reads::codes;
  const format mean = largest ? f32::descriptor : m.quantised_format(1);
  const int x = value_with_space(m, space);
  if (m.failed()) return;
  const extents e = m.at(x).shape;
  if (!m.file.source.spend(1LL * e.h() * e.h() + 1LL * e.w() * e.w())) return;
  const ops::max_pool all{{e.h(), e.w()}, {1, 1, valid}};
  const int y = largest ? m.then(all, x) : m.make(ops::global_avg_pool{}, &x, 1, mean);
  write_with_space(m, m.then(ops::reshape{4, {e.d[0], 1, 1, e.c()}}, y), space);
}

/// Whether the window of a pool is all that it reads, without a border.
constexpr bool pools_all(onnx_import& m) {
  const onnx_entry e = m.room().entries[m.input(0)];
  const known_integers size = m.integers("kernel_shape"), pads = m.integers("pads");
  if (m.failed() || !e.has_value()) return false;
  const extents s = m.file_shape(e);
  const onnx_attribute how = m.file.attribute(m.index(), "auto_pad");
  bool all = size.count == s.rank - 2 && !(how && m.file.same(how.inside, "SAME_UPPER")) &&
             !(how && m.file.same(how.inside, "SAME_LOWER"));
  for (int k = 0; k < size.count && all; ++k) all = size.at[k] == s.d[2 + k];
  for (int k = 0; k < pads.count && all; ++k) all = pads.at[k] == 0;
  return all;
}
/// Value v of f32, means of numbers that have codes, in the format that the output gets, as ONNX
/// Runtime rounds them; else v.
constexpr int rescaled_mean(onnx_import& m, int v) {
  if (m.failed() || m.preset != numerics::onnxruntime || !is_f32(m.at(v).number)) return v;
  const format y = is_f32(m.input_format(0)) ? f32::descriptor : m.output_format();
  if (m.failed() || is_f32(y)) return v;
  const int codes = m.make(ops::to{}, &v, 1, y);
  const bool is_unsigned = m.type_of_output() == onnx_schema::element::uint8;
  if (!m.failed()) {
    m.graph.values[codes].round =
        is_unsigned ? rounding::onnxruntime_unsigned : rounding::onnxruntime;
  }
  return codes;
}

template <class Pool>
constexpr void import_pool(onnx_import& m) {
  if (!m.has(1, 1)) return;
  if constexpr (__is_same(Pool, ops::max_pool)) m.reads = onnx_reads::codes;
  else if (m.preset == numerics::onnxruntime && pools_all(m) && !is_f32(m.quantised_format(1)))
    return import_global_pool(m, false);  // as ONNX Runtime does
  else m.keeps_format();
  int space = 0, kernel[2]{};
  int x = value_with_space(m, space);
  of_space(m, "kernel_shape", space, 1, 1, 1, kernel);
  if (m.failed()) return;
  const onnx_window move = window_of(m, space, {kernel[0], kernel[1]}, m.at(x).shape);
  // infer() looks for windows that contain only padding, in so many steps
  const extents e = m.at(x).shape;
  if (!m.file.source.spend(1LL * (e.h() + move.before[0] + move.after[0]) * kernel[0] +
                           1LL * (e.w() + move.before[1] + move.after[1]) * kernel[1])) {
    return;
  }
  bool padded = true;
  if constexpr (__is_same(Pool, ops::avg_pool)) {
    // the mean of a window counts the padding, but not what ceil_mode adds
    padded = m.integer("count_include_pad", 0, 0, 1) == 0 || !move.pads();
    if (!padded) x = m.then(move.borders(), x);
  }
  int y = m.then(Pool{{kernel[0], kernel[1]}, move.move(padded)}, x);
  if constexpr (__is_same(Pool, ops::avg_pool)) y = rescaled_mean(m, y);
  write_with_space(m, y, space);
}

/// The product of value e (.., K) and weights of shape (K, N) or, transposed, (N, K), a constant,
/// as a dense layer. The columns of a flat value are those of the weights.
template <class Layer>
constexpr int product_with(onnx_import& m, const onnx_entry& e, const onnx_parameter& weights,
                           bool transposed, const Layer& layer) {
  if (m.failed()) return 0;
  const extents& w = weights.is.shape;
  if (w.rank != 2 || weights.is.elements < 1) {
    refuse_weights(m, w.rank);
    return 0;
  }
  const int k = w.d[transposed ? 1 : 0], n = w.d[transposed ? 0 : 1];
  const bool flat = e.order == onnx_order::flat;
  int x[3]{flat ? e.value : m.plain(e)};
  if (m.failed()) return 0;
  const int c = flat ? e.channels : k;
  if (k % c != 0) {
    refuse_weights(m, w.rank);
    return 0;
  }
  const int s = k / c, fast = flat ? c : 1;
  if (transposed) x[1] = m.permuted(weights, {3, {n, c, s}}, {k, 1, fast}, {2, {n, k}});
  else x[1] = m.permuted(weights, {3, {c, s, n}}, {1, fast, k}, {2, {n, k}});
  const extents in = m.at(x[0]).shape;
  if (in.rank != 2 && in.rank > 0 && in.c() == k) {
    x[0] = m.then(ops::reshape{2, {-1, k}}, x[0]);
  }
  x[2] = layer.bias(x[0], weights);
  const int y = layer.make(ops::dense{}, x, x[2] < 0 ? 2 : 3);
  if (in.rank == 2 || m.failed()) return y;
  ops::reshape to{in.rank, {in.d[0], in.d[1], in.d[2], in.d[3], in.d[4]}};
  to.d[in.rank - 1] = n;
  return m.then(to, y);
}

constexpr void import_mat_mul(onnx_import& m) {
  if (!m.has(2, 2)) return;
  const bool transposed = m.reads_transposed();
  const bool weighs =
      m.is_parameter(m.input(1)) && !m.is_parameter(m.input(0)) && m.stored(1).shape.rank == 2;
  if (weighs) {
    m.reads = m.has_coded(1) ? onnx_reads::quantised : onnx_reads::numbers;
    const onnx_parameter weights = m.weights(1, transposed ? 0 : 1);
    return m.write(product_with(m, m.read(0), weights, transposed, onnx_layer{m}));
  }
  const format y = m.quantised_format(2);
  const int x[2]{m.plain(0), m.plain(1)};
  m.write(m.make(ops::batch_matmul{0, transposed ? 1 : 0}, x, 2, y));
}

/// Gemm: alpha A B + beta C, in one dense layer where B and C are constants and both factors 1.
constexpr void import_gemm(onnx_import& m) {
  if (!m.has(2, 3)) return;
  const float alpha = m.real("alpha", 1), beta = m.real("beta", 1);
  const int transposed_a = m.integer("transA", 0, 0, 1),
            transposed_b = m.integer("transB", 0, 0, 1) ^ (m.reads_transposed() ? 1 : 0);
  if (m.failed()) return;
  const bool weighs =
      transposed_a == 0 && alpha == 1 && m.is_parameter(m.input(1)) && !m.is_parameter(m.input(0));
  int y = 0;
  bool added = !m.has_input(2);
  if (weighs) {
    const int columns = transposed_b != 0 ? 0 : 1;
    const onnx_parameter weights = m.weights(1, columns);
    const extents& w = weights.is.shape;
    if (m.failed() || w.rank != 2) return refuse_weights(m, w.rank);
    int bias = -1;
    if (!added && beta == 1 && m.is_parameter(m.input(2))) {
      const onnx_numbers of = m.stored(2);
      added = of.elements == w.d[columns] && (of.shape.rank == 1 || of.shape.d[0] == 1);
      if (added) bias = 2;
    }
    m.reads =
        m.has_coded(1) && (added || !m.has_input(2)) ? onnx_reads::quantised : onnx_reads::numbers;
    y = product_with(m, m.read(0), weights, transposed_b != 0, onnx_layer{m, bias});
  } else {
    const int x[2]{m.plain(0), m.plain(1)};
    y = m.make(ops::batch_matmul{transposed_a, transposed_b}, x, 2, f32::descriptor);
    if (alpha != 1) {
      const int by[2]{y, m.number(alpha)};
      y = m.make(ops::mul{}, by, 2, f32::descriptor);
    }
  }
  if (!added) {
    int by[2]{m.plain(2), 0};
    if (beta != 1) {
      by[1] = m.number(beta);
      by[0] = m.make(ops::mul{}, by, 2, f32::descriptor);
    }
    const int sum[2]{y, by[0]};
    y = m.make(ops::add{}, sum, 2, f32::descriptor);
  }
  m.write(y);
}

/// BatchNormalization, part of the layer that makes its value where nobody else reads that.
constexpr void import_batch_normalization(onnx_import& m) {
  if (!m.has(5, 5)) return;
  m.integer("training_mode", 0, 0, 0);
  m.integer("spatial", 1, 1, 1);
  const onnx_entry e = m.read(0);
  if (m.failed()) return;
  const int value = e.order == onnx_order::flat ? m.plain(e) : m.last(e);
  int x[5]{value};
  for (int k = 1; k < 5; ++k) x[k] = m.plain_constant(m.as_read(m.weights(k, -1)));
  if (m.failed()) return;
  const ops::batch_norm what{__builtin_bit_cast(wide_int, m.real("epsilon", 1e-5F))};
  if (m.fold(what, x, 5)) return;
  const int y = m.make(what, x, 5, f32::descriptor);
  m.write(y, !m.failed() && m.at(y).shape.rank > 2 ? onnx_order::last : onnx_order::plain);
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
