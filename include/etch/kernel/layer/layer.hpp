// What a microkernel is asked about: conv2d, depthwise_conv2d and dense of 8-bit codes as one
// descriptor of plain values, without weights; and their epilogue, how the 32-bit accumulator
// becomes an output code, which each target projects to its instructions.
#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {

/// y = clamp(round(accumulator * factor) + zero), or round(accumulator / 2^shift) where all three
/// formats are q.
struct epilogue {
  enum class by : std::int8_t { shift, factor };
  by how = by::factor;
  rounding round = rounding::tflite_double;  ///< never standard; of factors never half_up
  std::int8_t shift = 0;                     ///< to the right; negative: to the left
  bool per_channel = false;                  ///< each filter has its own factor
  std::int16_t zero = 0;                     ///< of the output
  std::int16_t low = -128, high = 127;       ///< with the fused activation

  constexpr bool shifts() const { return how == by::shift; }
  /// Whether it saturates to all of int8.
  constexpr bool saturates_to_int8() const { return low == -128 && high == 127; }
  /// Whether negative accumulators are clamped anyway, so that nothing shows how they are rounded.
  constexpr bool hides_negative() const { return low == zero; }
  /// Whether it rounds as CMSIS-NN or TensorFlow Lite do.
  constexpr bool rounds_commonly() const {
    if (round == rounding::half_even || round == rounding::xnnpack) return false;
    return shifts() || (round != rounding::half_away && round != rounding::toward_zero);
  }
  /// Whether it multiplies floats, as XNNPACK and ONNX Runtime do.
  constexpr bool is_in_single() const { return !shifts() && round == rounding::xnnpack; }
  constexpr bool operator==(const epilogue&) const = default;
};

/// The epilogue of call C, whose output has 8 bits.
template <class C>
constexpr epilogue make_epilogue() {
  constexpr format x = C::template in<0>::is.number, w = C::template in<1>::is.number;
  constexpr format y = C::template out<>::is.number;
  constexpr auto limits = output_limits<C>();
  epilogue e;
  e.low = limits.low;
  e.high = limits.high;
  if constexpr (by_shift(x, w, y)) {
    e.how = epilogue::by::shift;
    e.round = C::round;
    e.shift = static_cast<std::int8_t>(sum_shift<C>());
  } else {
    e.round = factor_rounding(C::round);
    e.zero = static_cast<std::int16_t>(y.zero);
    e.per_channel = w.channel_scale != nullptr;
  }
  return e;
}

/// Whether no size or distance of g is above `most`.
constexpr bool has_sides_up_to(int most, const window_geometry& g) {
  const int sides[]{g.h,  g.w,  g.oh,       g.ow,       g.c,          g.oc,
                    g.kh, g.kw, g.stride_h, g.stride_w, g.dilation_h, g.dilation_w};
  for (const int side : sides) {
    if (side > most) return false;
  }
  return true;
}

/// A layer of sums of products of 8-bit codes: value (N,H,W,C), filters (O,KH,KW,C/groups) or, by
/// channel, (KH,KW,O), output (N,OH,OW,O).
struct byte_layer {
  window_geometry g;          ///< of dense: windows of one cell over a row of B pixels
  bool by_channel = false;    ///< a filter reads one channel (depthwise_conv2d)
  bool is_bytes = false;      ///< signed 8-bit codes in hwc; weights of zero point 0, constants all
  bool is_signed = false;     ///< the same but for the zero point of the weights
  bool is_wide = false;       ///< the same, of either sign, or with weights of 16 bits
  std::int8_t sum_bits = 32;  ///< of the accumulator
  int x_zero = 0;             ///< zero point of the value
  int w_zero = 0;             ///< zero point of the weights
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

/// Whether value V (a typed_value) holds 8-bit codes of either sign with a unit and a zero point.
template <class V>
inline constexpr bool has_bytes = V::is.number.bits == 8 && sizeof(typename V::storage) == 1 &&
                                  (is_q(V::is.number) || is_scaled(V::is.number));
/// Whether the bias of call C is a constant, if it has one.
template <class C>
constexpr bool has_constant_bias() {
  if constexpr (C::input_count > 2) return C::template in<2>::is.is_constant;
  else return true;
}

namespace detail {
template <class C>
constexpr byte_layer make_layer() {
  byte_layer l;
  if constexpr (C::input_count >= 2) {
    using in = typename C::template in<0>;
    using weights = typename C::template in<1>;
    using out = typename C::template out<>;
    constexpr format w = weights::is.number;
    constexpr bool are_signed =
        has_signed_bytes<in> && has_signed_bytes<weights> && has_signed_bytes<out>;
    constexpr bool are_wide = has_bytes<in> && has_bytes<out> &&
                              (has_bytes<weights> || (w.bits == 16 && is_affine(w) && w.zero == 0));
    if constexpr (are_signed || are_wide) {
      constexpr bool fits = !in::is.is_constant && weights::is.is_constant &&
                            __is_same(typename in::layout, hwc) &&
                            __is_same(typename out::layout, hwc) && has_constant_bias<C>();
      l.is_bytes = fits && are_signed && w.zero == 0;
      l.is_signed = fits && are_signed;
      l.is_wide = fits && are_wide;
      l.g = C::attributes.at(C::inputs());
      l.by_channel = weights_by_channel<typename C::op>;
      l.sum_bits = static_cast<std::int8_t>(sum_bits(C::inputs()));
      l.x_zero = in::is.number.zero;
      l.w_zero = w.zero;
      l.end = make_epilogue<C>();
    }
  }
  return l;
}
}  // namespace detail

/// Whether the weights of call C are constant codes of fewer than 8 bits.
template <class C>
constexpr bool has_packed_weights() {
  if constexpr (C::input_count < 2) {
    return false;
  } else {
    constexpr operand w = C::template in<1>::is;
    return w.is_constant && w.number.bits < 8 && (is_q(w.number) || is_affine(w.number));
  }
}
/// Value V, codes of fewer than 8 bits, a byte each.
template <class V>
struct in_whole_bytes : V {
  static constexpr operand is = [] {
    operand o = V::is;
    o.number.bits = 8;
    return o;
  }();
  using storage = std::int8_t;
  using memory = detail::code_memory<storage, 8>;
  static constexpr int bytes = V::span;
  static constexpr storage load(const unsigned char* from, int i) {
    return static_cast<storage>(from[i]);
  }
};
/// Call C, which has packed weights, for a microkernel that packs them as bytes: in flash they take
/// a byte each, and nothing is unpacked when the layer runs.
template <class C>
struct with_weights_in_bytes : C {
  static constexpr int weight_bits = C::template in<1>::is.number.bits;
  template <int I>
  using in = element_t<list<typename C::template in<I>, in_whole_bytes<typename C::template in<I>>>,
                       I == 1 ? 1 : 0>;
  static constexpr const unsigned char* bytes(int i) { return i == 1 ? widened.code : C::bytes(i); }

 private:
  struct array {
    unsigned char code[C::template in<1>::span]{};
    constexpr array() {
      const unsigned char* from = C::bytes(1);
      for (int i = 0; i < C::template in<1>::span; ++i)
        code[i] = static_cast<unsigned char>(C::template in<1>::load(from, i));
    }
  };
  static constexpr array widened{};
};
/// Bits of a weight of call C, which may be one with weights in bytes.
template <class C>
constexpr int bits_of_weights() {
  if constexpr (requires { C::weight_bits; }) return C::weight_bits;
  else return C::template in<1>::is.number.bits;
}

/// The layer that call C is; `is_bytes` is false where it is none.
template <class C>
inline constexpr byte_layer layer_of = detail::make_layer<C>();

}  // namespace ETCH_NAMESPACE
