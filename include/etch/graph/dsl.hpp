// The words of the language: one for each operator, with its options, sorted by kind. A network is
// a lambda that pipes wires through them: x | conv2d(w) | relu | max_pool<2>. What an operator
// computes: etch/op/<name>.hpp. Networks along one axis: dsl_1d.hpp; functions of one number and of
// two: dsl_functions.hpp. Recurrent layers: dsl_recurrent.hpp.
#pragma once

#include <etch/graph/dsl_functions.hpp>
#include <etch/graph/dsl_mistakes.hpp>
#include <etch/graph/dsl_recurrent.hpp>
#include <etch/graph/pipe.hpp>

namespace ETCH_NAMESPACE {

/// x | tanh as well as x | tanh(): tanh is a function, because <math.h> declares one of that name.
constexpr wire operator|(wire_at x, ops::tanh (*word)()) { return x | word(); }
/// x | pad(1), x | pad(top, left, bottom, right): padding with real 0.
constexpr wire operator|(wire_at x, const padding& p) {
  return x | ops::pad{p.top, p.bottom, p.left, p.right};
}

namespace dsl {

using etch::pad;
using etch::same;
using etch::valid;

// --- layers with weights

/// Options of conv2d: {.stride = 2, .pad = valid, .dilation = 1, .groups = 1}.
struct conv2d_options {
  pair stride{};
  padding pad = same;
  pair dilation{};
  int groups = 1;
};
/// x | conv2d(w): a convolution; the weights give the number of filters and the size of the window.
template <class P>
constexpr auto conv2d(P p, conv2d_options o = {}) {
  return detail::with_parameters(ops::conv2d{{o.stride, o.dilation, o.pad}, o.groups}, p);
}

/// Options of depthwise_conv2d: {.stride = 2, .pad = valid, .dilation = 1}.
struct window_options {
  pair stride{};
  padding pad = same;
  pair dilation{};
};
/// x | depthwise_conv2d(w): a convolution of each channel with its own filters.
template <class P>
constexpr auto depthwise_conv2d(P p, window_options o = {}) {
  return detail::with_parameters(ops::depthwise_conv2d{{o.stride, o.dilation, o.pad}}, p);
}

/// Options of transpose_conv2d: {.stride = 2, .top = 1, .left = 1, .h = 8, .w = 8}.
struct transpose_conv2d_options {
  pair stride{};
  int top = 0, left = 0;  ///< rows and columns cropped at the top and at the left
  int h = 0, w = 0;       ///< rows and columns of the output
};
/// x | transpose_conv2d(w, {.stride = 2, .h = 8, .w = 8}): a transposed convolution.
template <class P>
constexpr auto transpose_conv2d(P p, transpose_conv2d_options o) {
  return detail::with_parameters(ops::transpose_conv2d{o.stride, o.top, o.left, o.h, o.w}, p);
}

/// x | dense(w): a fully connected layer over all elements in H W C order.
template <class P>
constexpr auto dense(P p) {
  return detail::with_parameters(ops::dense{}, p);
}

/// x | dynamic_range(conv2d(w)), likewise depthwise_conv2d and dense: an f32 value and integer
/// weights; each run quantises the value by its own range.
template <class Op, class P>
constexpr auto dynamic_range(const detail::weighted<Op, P>& layer) {
  using kinds = ops::dynamic_range::layer;
  ops::dynamic_range op{};
  if constexpr (__is_same(Op, ops::dense)) {
    op.of = kinds::dense;
  } else {
    op.move = layer.op.move;
    op.of = __is_same(Op, ops::conv2d) ? kinds::conv2d : kinds::depthwise_conv2d;
    if constexpr (__is_same(Op, ops::conv2d)) op.groups = layer.op.groups;
  }
  return detail::weighted<ops::dynamic_range, P>{op, layer.parameters};
}

/// Options of batch_norm: {.epsilon = 1e-5F}.
struct batch_norm_options {
  float epsilon = 1e-3F;
  epsilon_at place = epsilon_at::variance;
};
/// x | batch_norm(gamma, beta, mean, variance): batch normalisation; each constant has one number
/// for each channel.
template <class G, class B, class M, class V>
constexpr auto batch_norm(constant<G> gamma, constant<B> beta, constant<M> mean,
                          constant<V> variance, batch_norm_options o = {}) {
  using made =
      detail::normalised<ops::batch_norm, constant<G>, constant<B>, constant<M>, constant<V>>;
  return made{{__builtin_bit_cast(wide_int, o.epsilon), o.place}, gamma, beta, mean, variance};
}
/// x | batch_norm(scale, offset): scale * x + offset by channel.
template <class G, class B>
constexpr auto batch_norm(constant<G> scale, constant<B> offset) {
  return detail::normalised<ops::batch_norm, constant<G>, constant<B>>{{}, scale, offset};
}

// --- pools

/// Options of pools: {.stride = 2, .pad = same}; a stride of 0 is the size of the window.
struct pool_options {
  pair stride = 0;
  padding pad = valid;
  constexpr pair stride_for(pair size) const {
    return {stride.h == 0 ? size.h : stride.h, stride.w == 0 ? size.w : stride.w};
  }
};
/// A pool with its options, max_pool<3>({.stride = 2}), or without: max_pool<2>.
template <class Op, int KH, int KW>
struct pool : Op {
  constexpr explicit pool(pool_options o) : Op{{KH, KW}, {o.stride_for({KH, KW}), 1, o.pad}} {}
  constexpr Op operator()(pool_options o) const { return static_cast<const Op&>(pool(o)); }
};
template <class Op, int KH, int KW>
constexpr wire operator|(wire_at x, const pool<Op, KH, KW>& op) {
  return x | static_cast<const Op&>(op);
}
/// x | max_pool<KH, KW>: the largest element of each window.
template <int KH, int KW = KH>
inline constexpr pool<ops::max_pool, KH, KW> max_pool{pool_options{}};
/// x | avg_pool<KH, KW>: the mean of each window.
template <int KH, int KW = KH>
inline constexpr pool<ops::avg_pool, KH, KW> avg_pool{pool_options{}};
/// x | global_avg_pool: the mean of each channel over all rows and columns.
inline constexpr detail::word<ops::global_avg_pool> global_avg_pool{};

// --- activations

/// x | relu: max(x, 0).
inline constexpr detail::word<ops::relu> relu{};
/// x | relu6: x limited to [0, 6].
inline constexpr detail::word<ops::relu6> relu6{};
/// x | leaky_relu(slope): x where x >= 0, else slope * x; 0 <= slope <= 1.
constexpr ops::leaky_relu leaky_relu(float slope) { return {__builtin_bit_cast(wide_int, slope)}; }
/// prelu<F>(x, slope): x where x >= 0, else slope * x, in format F; slope is a value or a constant.
template <class F, rounding R = rounding::standard, class A, class B>
constexpr wire prelu(const A& x, const B& slope, int line = __builtin_LINE()) {
  constexpr format given = F::descriptor;
  return detail::apply_to_two<ops::prelu>(x, slope, &given, R, line);
}
/// x | hard_swish: x * relu6(x + 3) / 6.
inline constexpr detail::word<ops::hard_swish> hard_swish{};
/// x | sigmoid: 1 / (1 + exp(-x)); op/sigmoid.hpp says in which format.
inline constexpr detail::word<ops::sigmoid> sigmoid{};
/// x | tanh: the hyperbolic tangent; op/tanh.hpp says in which format.
constexpr ops::tanh tanh() { return {}; }
/// x | sigmoid_to<F>, x | tanh_to<F>: the function in any integer format F, computed in single
/// precision or, by::interpolation and by::two_ranges, read from a table.
template <class F, by Method = by::direct>
inline constexpr detail::formatted<ops::function, F, rounding::standard> sigmoid_to{
    {activation_function::sigmoid, Method}};
template <class F, by Method = by::direct>
inline constexpr detail::formatted<ops::function, F, rounding::standard> tanh_to{
    {activation_function::tanh, Method}};
/// x | table(codes): what a function gives for each code of x, which has at most 8 bits; `codes` is
/// a constant in the format of y, in the order that op/table.hpp says.
template <class T>
constexpr auto table(constant<T> codes) {
  return detail::weighted<ops::table, parameters<constant<T>>>{{}, {codes}};
}
/// x | softmax: exp(x) over its sum, along the channels.
inline constexpr detail::word<ops::softmax> softmax{};
/// x | log_softmax: the logarithm of softmax, along the channels.
inline constexpr detail::word<ops::log_softmax> log_softmax{};
/// x | l2_normalise: x over the root of the sum of its squares, along the channels.
inline constexpr detail::word<ops::l2_normalise> l2_normalise{};
/// x | clamp(low, high): limits in codes of the format of x.
constexpr ops::clamp clamp(wide_int low, wide_int high) { return {low, high}; }

// --- number formats

/// x | to<F>: x in format F, rounded by R or, without R, by the numerics of the graph.
template <class F, rounding R = rounding::standard>
inline constexpr detail::formatted<ops::to, F, R> to{};

// --- arithmetic of two values

/// add<F>(x, y): the sum in format F. Either value may be a constant, and either broadcasts along
/// dimensions of size 1.
template <class F, rounding R = rounding::standard, class A, class B>
constexpr wire add(const A& x, const B& y, int line = __builtin_LINE()) {
  constexpr format given = F::descriptor;
  return detail::apply_to_two<ops::add>(x, y, &given, R, line);
}
/// add(x, y): the sum in the format of x.
template <class B>
constexpr wire add(wire x, const B& y, int line = __builtin_LINE()) {
  const format given = x->is.number;
  return detail::apply_to_two<ops::add>(x, y, &given, rounding::standard, line);
}

/// sub<F>(x, y) and mul<F>(x, y): the difference and the product in format F, of constants and with
/// broadcasting as add.
template <class F, rounding R = rounding::standard, class A, class B>
constexpr wire sub(const A& x, const B& y, int line = __builtin_LINE()) {
  constexpr format given = F::descriptor;
  return detail::apply_to_two<ops::sub>(x, y, &given, R, line);
}
template <class F, rounding R = rounding::standard, class A, class B>
constexpr wire mul(const A& x, const B& y, int line = __builtin_LINE()) {
  constexpr format given = F::descriptor;
  return detail::apply_to_two<ops::mul>(x, y, &given, R, line);
}
/// minimum(x, y) and maximum(x, y), element by element, of two values in the same format; constants
/// and broadcasting as add.
template <class A, class B>
constexpr wire minimum(const A& x, const B& y, int line = __builtin_LINE()) {
  return detail::apply_to_two<ops::minimum>(x, y, nullptr, rounding::standard, line);
}
template <class A, class B>
constexpr wire maximum(const A& x, const B& y, int line = __builtin_LINE()) {
  return detail::apply_to_two<ops::maximum>(x, y, nullptr, rounding::standard, line);
}
/// batch_matmul<F>(x, y): the product of each pair of matrices (M,K) and (K,N), in format F; either
/// value may be a constant. With transpose_x x is (K,M), with transpose_y y is (N,K).
template <class F, rounding R = rounding::standard, class A, class B>
constexpr wire batch_matmul(const A& x, const B& y, bool transpose_x = false,
                            bool transpose_y = false, int line = __builtin_LINE()) {
  constexpr format given = F::descriptor;
  builder& g = detail::graph_of(x, y);
  g.line = line;
  const wire both[2]{detail::to_wire(g, x), detail::to_wire(g, y)};
  return detail::apply(ops::batch_matmul{transpose_x ? 1 : 0, transpose_y ? 1 : 0}, both, 2, &given,
                       R);
}

// --- shape and order of elements

/// x | flatten: the elements in H W C order as one dimension.
inline constexpr detail::word<ops::flatten> flatten{};
/// x | reshape<D...>: the same elements in the same order; one D may be -1: whatever remains.
template <int... D>
inline constexpr ops::reshape reshape{static_cast<int>(sizeof...(D)), {D...}};
/// x | transpose<D...>: dimension k of the output is dimension D[k] of x.
template <int... D>
inline constexpr ops::transpose transpose{static_cast<int>(sizeof...(D)), {D...}};

/// x | broadcast_to<D...>: x repeated to this shape where it has size 1.
template <int... D>
inline constexpr ops::broadcast_to broadcast_to{static_cast<int>(sizeof...(D)), {D...}};
/// gather<Axis>(x, indices): the parts of x along dimension Axis that the indices, of q<31, 0>,
/// name; either may be a constant.
template <int Axis, class A, class B>
constexpr wire gather(const A& x, const B& indices, int line = __builtin_LINE()) {
  return detail::apply_to_two(ops::gather{Axis}, x, indices, nullptr, rounding::standard, line);
}

/// `size` indices of a dimension: begin, begin + step, begin + 2 step, ...
struct range {
  int begin = 0;
  int size = 1;
  int step = 1;
};
/// x | slice(range{0, 8}, range{4, 4}, range{2, 1}): one range for each dimension of x.
template <class... R>
constexpr ops::slice slice(range first, R... rest) {
  const range all[]{first, range(rest)...};
  ops::slice s{1 + static_cast<int>(sizeof...(R))};
  for (int k = 0; k < s.rank; ++k) {
    s.begin[k] = all[k].begin, s.size[k] = all[k].size, s.step[k] = all[k].step;
  }
  return s;
}

/// Elements of padding on each side of H, W and C.
struct border {
  int top = 0, bottom = 0;
  int left = 0, right = 0;
  int front = 0, back = 0;
};
/// x | pad({.top = 1, .back = 2}): padding with real 0.
constexpr ops::pad pad(border b) { return {b.top, b.bottom, b.left, b.right, b.front, b.back}; }
/// x | pad({.top = 1}, code): padding with a code of the format of x.
constexpr ops::pad pad(border b, int code) {
  return {b.top, b.bottom, b.left, b.right, b.front, b.back, 1, code};
}

/// x | mirror_pad({.top = 1}): padding with the rows next to the first and the last one, mirrored;
/// of a value of three dimensions.
constexpr ops::mirror_pad mirror_pad(border b) {
  return {3, {b.top, b.left, b.front}, {b.bottom, b.right, b.back}};
}

/// concat(x, y, ...): the values joined along the channels.
template <class... W>
constexpr wire concat(wire_at first, W... rest) {
  const wire all[]{first, wire(rest)...};
  return detail::apply(ops::concat{}, all, 1 + static_cast<int>(sizeof...(W)), nullptr,
                       rounding::standard);
}
/// concat<Axis>(x, y, ...): joined along dimension Axis; 0 is the outermost.
template <int Axis, class... W>
constexpr wire concat(wire_at first, W... rest) {
  const wire all[]{first, wire(rest)...};
  return detail::apply(ops::concat{Axis}, all, 1 + static_cast<int>(sizeof...(W)), nullptr,
                       rounding::standard);
}

/// Which element of x an element of the resized output samples.
struct resize_options {
  bool align = false;        ///< corners map to corners (align_corners)
  bool half_pixels = false;  ///< coordinates are centres of pixels (half_pixel_centers)
};
/// x | resize_nearest<H, W>() and x | resize_bilinear<H, W>(): H rows and W columns.
template <int H, int W>
constexpr ops::resize_nearest resize_nearest(resize_options o = {}) {
  return {{H, W, o.align ? 1 : 0, o.half_pixels ? 1 : 0}};
}
template <int H, int W>
constexpr ops::resize_bilinear resize_bilinear(resize_options o = {}) {
  return {{H, W, o.align ? 1 : 0, o.half_pixels ? 1 : 0}};
}

/// Options of cumsum: {.exclusive = true, .reverse = true}.
struct cumsum_options {
  bool exclusive = false;  ///< each sum without the element itself
  bool reverse = false;    ///< from the last element to the first
};
/// x | cumsum(axis): the sums of all elements up to each along an axis, -1 for the last one.
constexpr ops::cumsum cumsum(int axis, cumsum_options o = {}) {
  return {axis, o.exclusive ? 1 : 0, o.reverse ? 1 : 0};
}

// --- indices of elements

/// x | arg_max(axis): the index of the largest element along an axis, -1 for the last one; arg_min:
/// of the smallest.
constexpr ops::arg_max arg_max(int axis) { return {axis}; }
constexpr ops::arg_max arg_min(int axis) { return {axis, 1}; }

// --- any operator, names and outputs

/// Any operator on several values: apply(my_operator{}, x, y).
template <Operator Op, class... W>
constexpr wire apply(const Op& op, wire_at first, W... rest) {
  const wire all[]{first, wire(rest)...};
  return detail::apply(op, all, 1 + static_cast<int>(sizeof...(W)), nullptr, rounding::standard);
}

/// x | with_weights(my_operator{}, parameters{w, b}): an operator whose inputs 1 and 2 are
/// constants.
template <Operator Op, class P>
constexpr auto with_weights(const Op& op, P p) {
  return detail::with_parameters(op, p);
}

/// x | tap("name"): the name by which the value is traced and read.
consteval detail::named tap(const char* name) { return {name}; }

/// What a graph with several outputs returns.
template <int N>
struct output_list {
  wire w[N];
};
/// outputs(a, b, ...): what the function of a graph returns for several outputs.
template <class... W>
constexpr auto outputs(W... w) {
  return output_list<static_cast<int>(sizeof...(W))>{{wire(w)...}};
}

}  // namespace dsl

}  // namespace ETCH_NAMESPACE
