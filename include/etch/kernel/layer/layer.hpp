// What a microkernel is asked about: conv2d, depthwise_conv2d and dense of 8-bit codes as one
// descriptor of plain values, without weights.
#pragma once

#include <etch/kernel/layer/epilogue.hpp>
#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {

/// A layer of sums of products of 8-bit codes: value (N,H,W,C), filters (O,KH,KW,C/groups) or, by
/// channel, (KH,KW,O), output (N,OH,OW,O).
struct byte_layer {
  window_geometry g;          ///< of dense: windows of one cell over a row of B pixels
  bool by_channel = false;    ///< a filter reads one channel (depthwise_conv2d)
  bool is_bytes = false;      ///< signed 8-bit codes in hwc; weights of zero point 0, constants all
  std::int8_t sum_bits = 32;  ///< of the accumulator
  int x_zero = 0;             ///< zero point of the value
  epilogue end{};

  /// Weights of a filter.
  constexpr int taps() const { return g.kh * g.kw * (by_channel ? 1 : g.c / g.groups); }
  constexpr int filters() const { return g.oc; }
  /// Whether each channel has one filter: a depth multiplier of 1.
  constexpr bool has_filter_per_channel() const { return by_channel && g.c == g.oc; }
  /// Whether dilation moves a tap.
  constexpr bool is_dilated() const {
    return (g.kh > 1 && g.dilation_h > 1) || (g.kw > 1 && g.dilation_w > 1);
  }
  /// The byte of the weights where filter o begins, and the bytes from tap to tap.
  constexpr int first_weight(int o) const { return by_channel ? o : o * taps(); }
  constexpr int weight_step() const { return by_channel ? g.oc : 1; }
};

namespace detail {
template <class C>
constexpr byte_layer make_layer() {
  byte_layer l;
  if constexpr (C::input_count >= 2) {
    using in = typename C::template in<0>;
    using weights = typename C::template in<1>;
    using out = typename C::template out<>;
    if constexpr (has_signed_bytes<in> && has_signed_bytes<weights> && has_signed_bytes<out>) {
      l.is_bytes = !in::is.is_constant && weights::is.is_constant && weights::is.number.zero == 0 &&
                   __is_same(typename in::layout, hwc) && __is_same(typename out::layout, hwc);
      if constexpr (C::input_count > 2)
        l.is_bytes = l.is_bytes && C::template in<2>::is.is_constant;
      l.g = C::attributes.at(C::inputs());
      l.by_channel = weights_by_channel<typename C::op>;
      l.sum_bits = static_cast<std::int8_t>(sum_bits(C::inputs()));
      l.x_zero = in::is.number.zero;
      l.end = make_epilogue<C>();
    }
  }
  return l;
}
}  // namespace detail

/// The layer that call C is; `is_bytes` is false where it is none.
template <class C>
inline constexpr byte_layer layer_of = detail::make_layer<C>();

}  // namespace ETCH_NAMESPACE
