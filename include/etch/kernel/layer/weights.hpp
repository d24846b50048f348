// Constants of generic kernels, decoded at compile time into typed arrays.
#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>

namespace ETCH_NAMESPACE {

/// Weights in their own order, biases in units of the sum, and the epilogue.
template <class Weights, class Sum, int Channels, class Epilogue>
struct weighted_parameters {
  Weights weights;
  Sum bias[Channels];
  Epilogue epilogue;
};

/// Scales the weights of p, whose channel is the last dimension in a depthwise_conv2d and the first
/// in other layers, and moves its biases by the operator folded into call C.
template <class C, int Channels, class P>
constexpr void apply_folded(P& p) {
  constexpr bytes_of_constants constants = C::constants(C::input_count, C::folded.input_count);
  constexpr int count = C::template in<1>::span;
  constexpr bool last = weights_by_channel<typename C::op>;
  for (int c = 0; c < Channels; ++c) {
    const scale_and_offset y = C::folded.op->scale_and_offset_of(C::folded.what, constants, c);
    p.bias[c] = static_cast<float>(static_cast<double>(p.bias[c]) * y.scale + y.offset);
    for (int i = 0; i < count / Channels; ++i) {
      float& w = p.weights[last ? i * Channels + c : c * (count / Channels) + i];
      w = static_cast<float>(static_cast<double>(w) * y.scale);
    }
  }
}

/// Weight i of call C, integer weights of an f32 value, as the number that it stands for.
template <class C, int Channels>
constexpr float decoded_weight(int i) {
  using weights = typename C::template in<1>;
  constexpr bool last = weights_by_channel<typename C::op>;
  constexpr format f = weights::is.number;
  const int c = last ? i % Channels : i / (weights::span / Channels);
  const auto steps = static_cast<double>(weights::load(C::bytes(1), i)) - f.zero;
  return static_cast<float>(f.unit(f.channel_scale != nullptr ? c : 0) * steps);
}

/// Whether the integer weights of call C, whose value and output are f32, stay codes, of which the
/// epilogue makes numbers: their zero point is 0, and no unit leads out of single precision.
template <class C>
constexpr bool keeps_codes() {
  constexpr format x = C::template in<0>::is.number, w = C::template in<1>::is.number;
  if (!is_f32(x) || !is_f32(C::template out<>::is.number) || !is_scaled(w)) return false;
  if (w.zero != 0 || C::folded) return false;
  const int scales = w.channel_scale == nullptr ? 1 : w.channels;
  for (int c = 0; c < scales; ++c) {
    if (!(w.unit(c) > 1e-12 && w.unit(c) < 1e12)) return false;
  }
  return true;
}

/// Whether Tile wants the second and the third of four weights to change places; changes them.
template <class Tile>
constexpr bool swaps_weights() {
  if constexpr (requires { Tile::swaps_weights; }) return Tile::swaps_weights;
  else return false;
}
template <class W>
constexpr void swap_weights(W& weights, int count) {
  for (int i = 0; i < count; i += 4) {
    const auto second = weights[i + 1];
    weights[i + 1] = weights[i + 2];
    weights[i + 2] = second;
  }
}

namespace detail {
inline void not_asked_for() {}
/// Ends an evaluation that nobody asked for: g++ tries every call whose result initialises
/// something, at the cost of the real one, and drops what it finds.
constexpr void only_where_asked_for() {
  if (!__builtin_is_constant_evaluated()) not_asked_for();
}
}  // namespace detail

/// The parameters of call C with inputs (value, weights[, bias]), as the generic kernels take them;
/// integer weights of f32 values as the numbers that they stand for.
template <class C, int Channels>
constexpr auto pack_weighted() {
  detail::only_where_asked_for();
  using weights = typename C::template in<1>;
  using sum = typename sum_arithmetic<C>::sum;
  constexpr int count = weights::span;
  constexpr const auto& epilogue = generic_epilogue<C, Channels>;
  constexpr bool decoded = is_f32(C::template in<0>::is.number) && is_scaled(weights::is.number);
  using code = element_t<list<typename weights::storage, float>, decoded ? 1 : 0>;
  constexpr int bits = decoded ? 32 : weights::is.number.bits;
  weighted_parameters<code_array_t<code, bits, count>, sum, Channels,
                      decltype(make_generic_epilogue<C, Channels>())>
      p{{}, {}, epilogue};
  const unsigned char* bytes = C::bytes(1);
  if constexpr (decoded) {
    for (int i = 0; i < count; ++i) p.weights[i] = decoded_weight<C, Channels>(i);
  } else {
    load_all(p.weights, bytes);
  }
  for (int c = 0; c < Channels; ++c) p.bias[c] = sum_bias<C>(c);
  if constexpr (C::folded) apply_folded<C, Channels>(p);
  return p;
}

/// The same where integer weights stay codes if they can.
template <class C, int Channels>
constexpr auto pack_codes() {
  if constexpr (!keeps_codes<C>()) {
    return pack_weighted<C, Channels>();
  } else {
    detail::only_where_asked_for();
    using weights = typename C::template in<1>;
    using codes = code_array_t<typename weights::storage, weights::is.number.bits, weights::span>;
    constexpr format w = weights::is.number;
    constexpr int units = w.channel_scale == nullptr ? 1 : Channels;
    constexpr auto l = output_limits<C>();
    weighted_parameters<codes, float, Channels, unit_epilogue<units>> p{{}, {}, {w, l}};
    load_all(p.weights, C::bytes(1));
    for (int c = 0; c < Channels; ++c) {
      const double unit = w.unit(w.channel_scale == nullptr ? 0 : c);
      p.bias[c] = static_cast<float>(static_cast<double>(sum_bias<C>(c)) / unit);
    }
    return p;
  }
}

namespace detail {
/// What sums by Math of products of codes X and W read.
template <class Math, class X, class W>
struct tables_of_sums : tables_of<Math> {};
template <class Math, class X, class W>
requires requires { typename Math::template tables_for<X, W>; }
struct tables_of_sums<Math, X, W> {
  using type = typename Math::template tables_for<X, W>;
};
}  // namespace detail

/// Base of the generic kernels of layers with weights.
struct weighted_kernel : kernel_base {
  template <class C>
  using tables =
      typename detail::tables_of_sums<sum_arithmetic<C>, typename C::template in<0>::storage,
                                      typename C::template in<1>::storage>::type;
  template <class C>
  static constexpr auto pack() {
    return pack_codes<C, C::template out<>::is.shape.c()>();
  }
};

}  // namespace ETCH_NAMESPACE
