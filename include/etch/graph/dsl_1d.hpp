// The words of 1D networks (time series, audio, vibration): conv1d, depthwise_conv1d, max_pool1d
// and their like. A value of length L with C channels is one row of a 2D operator.
#pragma once

#include <etch/graph/dsl.hpp>
#include <etch/op/line.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// A 2D layer applied along one axis; Weights gives its weights the shape that they have in 2D.
template <class Layer, inference (*Weights)(operand) = nullptr>
struct on_line {
  Layer layer;
};

/// A value (L,C) as one row (1,L,C), by a reshape that costs neither memory nor time; a row stays
/// as it is.
constexpr wire_at as_row(wire_at x) {
  builder& g = *x.graph;
  if (g.idle()) return x;
  const extents& e = x->is.shape;
  if (const diagnosis d = check_line(e)) g.refuse(d);
  if (g.idle() || is_row(e)) return x;
  static_cast<wire&>(x) =
      apply(ops::reshape{3, {1, e.w(), e.c()}}, &x, 1, nullptr, rounding::standard);
  return x;
}

/// Length of the window of a layer with these parameters.
template <class W, class B>
constexpr int places_of(const parameters<constant<W>, B>&) {
  return W::shape_type::descriptor.w();
}
constexpr int places_of(no_parameters) { return 1; }

}  // namespace detail

template <class Op, class W, class B, inference (*Weights)(operand)>
constexpr wire operator|(
    wire_at x,
    const detail::on_line<detail::weighted<Op, parameters<constant<W>, B>>, Weights>& on) {
  builder& g = *x.graph;
  const auto& given = on.layer.parameters;
  wire all[3]{detail::as_row(x), detail::constant_wire(g, given.weights), {&g, 0}};
  if constexpr (!__is_same(B, void)) all[2] = detail::constant_wire(g, given.bias);
  if (g.idle()) return x;
  const inference weights = Weights(all[1]->is);
  if (weights.refused) g.refuse(weights.refused);
  if (g.idle()) return x;
  all[1]->is = weights.output;
  return detail::apply(on.layer.op, all, __is_same(B, void) ? 2 : 3, nullptr, rounding::standard);
}
template <class Op>
constexpr wire operator|(wire_at x, const detail::on_line<Op>& on) {
  return detail::as_row(x) | on.layer;
}

template <class Op>
constexpr wire operator|(wire_at x, const detail::word<detail::on_line<Op>>& on) {
  return x | static_cast<const detail::on_line<Op>&>(on);
}

namespace dsl {

using etch::causal;
using etch::pad;  // pad(before, after)

/// Options of conv1d: {.stride = 2, .pad = causal, .dilation = 4, .groups = 1}.
struct conv1d_options {
  int stride = 1;
  line_padding pad{};
  int dilation = 1;
  int groups = 1;
};
/// x | conv1d(w): x (L,C), weights (O,K,C/groups), bias (O); y is one row, (1,OL,O). Equal to
/// conv2d of one row, bit for bit.
template <class P>
constexpr auto conv1d(P p, conv1d_options o = {}) {
  auto layer = detail::with_parameters(ops::conv2d{{}, o.groups}, p);
  layer.op.move = line_window(detail::places_of(layer.parameters), o.stride, o.dilation, o.pad);
  return detail::on_line<decltype(layer), weights_of_conv1d>{layer};
}

/// Options of depthwise_conv1d: {.stride = 2, .pad = causal, .dilation = 4}.
struct line_options {
  int stride = 1;
  line_padding pad{};
  int dilation = 1;
};
/// x | depthwise_conv1d(w): x (L,C), weights (K,C M), bias (C M); y (1,OL,C M).
template <class P>
constexpr auto depthwise_conv1d(P p, line_options o = {}) {
  auto layer = detail::with_parameters(ops::depthwise_conv2d{}, p);
  layer.op.move = line_window(detail::places_of(layer.parameters), o.stride, o.dilation, o.pad);
  return detail::on_line<decltype(layer), weights_of_depthwise_conv1d>{layer};
}

/// x | dynamic_range(conv1d(w)), likewise depthwise_conv1d.
template <class Layer, inference (*Weights)(operand)>
constexpr auto dynamic_range(const detail::on_line<Layer, Weights>& on) {
  using made = decltype(dynamic_range(on.layer));
  return detail::on_line<made, Weights>{dynamic_range(on.layer)};
}

/// Options of 1D pools: {.stride = 2, .pad = same}; a stride of 0 is the length of the window.
struct pool1d_options {
  int stride = 0;
  line_padding pad = valid;
};
/// A 1D pool with its options, max_pool1d<3>({.stride = 2}), or without: max_pool1d<2>.
template <class Op, int K>
struct pool1d : detail::on_line<Op> {
  constexpr explicit pool1d(pool1d_options o)
      : detail::on_line<Op>{Op{{1, K}, line_window(K, o.stride == 0 ? K : o.stride, 1, o.pad)}} {}
  constexpr detail::on_line<Op> operator()(pool1d_options o) const { return pool1d(o); }
};
/// x | max_pool1d<K>: the largest element of each window of length K.
template <int K>
inline constexpr pool1d<ops::max_pool, K> max_pool1d{pool1d_options{}};
/// x | avg_pool1d<K>: the mean of each window.
template <int K>
inline constexpr pool1d<ops::avg_pool, K> avg_pool1d{pool1d_options{}};
/// x | global_avg_pool1d: the mean of each channel, (C).
inline constexpr detail::word<detail::on_line<ops::global_avg_pool>> global_avg_pool1d{};

}  // namespace dsl

}  // namespace ETCH_NAMESPACE
