// Layers and pools of all kinds as nodes.
#pragma once

#include <algorithm>

#include "one_node.hpp"

namespace test {

/// How operands are stored: q; affine with one scale, with a scale a channel, with powers of two; a
/// q value and affine weights, to q or to affine; f32; f32_fused; q of 16 bits, and with weights of
/// 12 bits; affine of 16 bits with weights of 8 bits that have a scale a channel, and sums of 64
/// bits, or of 32; posits of 8 and of 16 bits; affine with weights of 4 bits that have a scale a
/// channel; unsigned affine, all with zero points; affine with weights of -255 to 255 that have a
/// scale a channel; affine with one scale and a zero point of the weights; q of 16 bits with
/// weights of any size and sums of 64 bits.
enum class scheme {
  q,
  tensor,
  channels,
  halves,
  to_q,
  from_q,
  floats,
  fused,
  q15,
  q12,
  s16,
  s16_short,
  p8,
  p16,
  int4,
  u8,
  wide,
  zeros,
  q15_wide
};
/// Whether values are q of 16 bits.
constexpr bool is_in_q15(scheme s) {
  return s == scheme::q15 || s == scheme::q12 || s == scheme::q15_wide;
}
/// Whether all is in single precision.
constexpr bool is_in_single(scheme s) { return s == scheme::floats || s == scheme::fused; }
/// Whether sums have 64 bits.
constexpr bool has_wide_sums(scheme s) { return s == scheme::s16 || s == scheme::q15_wide; }
/// Bytes of a weight.
constexpr int width_of_weight(scheme s) {
  return is_in_single(s) ? 4 : is_in_q15(s) || s == scheme::p16 || s == scheme::wide ? 2 : 1;
}

struct layer {
  int n = 1, h = 7, w = 9, c = 8, oc = 16, kh = 3, kw = 3;
  etch::pair stride = 1;
  etch::padding around = etch::same;
  etch::pair dilation = 1;
  scheme how = scheme::channels;
  etch::activation act = etch::activation::none;
  etch::rounding round = etch::rounding::tflite_double;
  int x_zero = 5, y_zero = -3;
  double factor = 0.002;  ///< from sum to output, about
  int shift = 9;          ///< the same for q
  int weights = 0;  ///< 0: any, 1: -128 or 127, 2: -128, 3: not the least, 4: -128, -127, 5: to 64,
                    ///< 6: to 127, of a depthwise window's first row to 1, 7: of 4 bits all 7
  int bias = 9000;  ///< biases lie in [-bias, bias]
  int groups = 1;   ///< of conv2d
};

/// The operators that layers are made of.
enum class kind { conv2d, depthwise, dense };

template <int N>
struct array_of_scales {
  double at[N]{};
};

/// Layer L as a node.
template <layer L, kind K>
struct tried {
  static constexpr int taps = K == kind::depthwise ? L.kh * L.kw : L.kh * L.kw * L.c / L.groups;
  static constexpr int filters = K == kind::depthwise ? L.c : L.oc;
  static constexpr int width = width_of_weight(L.how);
  struct array {
    unsigned char byte[filters * taps * width]{};
  };
  static constexpr array make_weights() {
    array a;
    random_numbers r{7};
    for (int i = 0; i < filters * taps; ++i) {
      // Most weights first: clang counts each question as a step.
      if constexpr (L.how == scheme::int4 && L.weights == 3) {  // two of them
        a.byte[i] = static_cast<unsigned char>(16 * r.between(-7, 7) + (r.between(-7, 7) & 15));
      } else if constexpr (width == 1 && L.how != scheme::p8 &&
                           (L.weights == 0 || L.weights == 3)) {
        a.byte[i] = static_cast<unsigned char>(r.between(L.weights == 3 ? -127 : -128, 127));
      } else if constexpr (width == 4) {
        const auto bits = __builtin_bit_cast(std::uint32_t, r.unit());
        for (int k = 0; k < 4; ++k) a.byte[4 * i + k] = static_cast<unsigned char>(bits >> 8 * k);
      } else if constexpr (L.how == scheme::p8 && L.weights != 2) {  // no NaR; 64 is 1
        const int most = L.weights == 3 ? 64 : 127, code = r.between(-most, most);
        a.byte[i] = static_cast<unsigned char>(L.weights != 1 ? code : code < 0 ? -most : most);
      } else if constexpr (L.weights == 1) {
        a.byte[i] = r.between(-128, 127) < 0 ? 0x80 : 0x7f;
      } else if constexpr (L.weights == 2) {
        a.byte[i] = 0x80;
      } else if constexpr (L.weights == 7) {
        a.byte[i] = 0x77;
      } else if constexpr (L.weights == 4) {
        a.byte[i] = static_cast<unsigned char>(-128 + i / 2 % 2);
      } else if constexpr (L.weights == 6) {
        const int most = i < L.kw * filters ? 1 : 127;
        a.byte[i] = static_cast<unsigned char>(r.between(-most, most));
      } else {
        static_assert(L.weights == 5 || width == 2);
        a.byte[i] = static_cast<unsigned char>(r.between(-64, 64));
      }
    }
    return a;
  }
  static constexpr array make_weights_of_16_bits() {
    // sums stay in 32 bits, unless they have 64; posits up to 4
    constexpr int most = L.how == scheme::p16    ? 0x6000
                         : L.how == scheme::wide ? 255
                         : L.how == scheme::q15_wide
                             ? 32'767
                             : std::min(60'000 / taps, L.how == scheme::q12 ? 2047 : 60'000);
    array a;
    random_numbers r{7};
    for (int i = 0; i < filters * taps; ++i) {
      int code =
          L.weights == 1 ? (r.between(-128, 127) < 0 ? -most : most) : r.between(-most, most);
      if (L.how == scheme::q12 && code == -2047) code = -2048;
      a.byte[2 * i] = static_cast<unsigned char>(code);
      a.byte[2 * i + 1] = static_cast<unsigned char>(code >> 8);
    }
    return a;
  }
  static constexpr array make_array() {
    if constexpr (width == 2) return make_weights_of_16_bits();
    else return make_weights();
  }
  alignas(16) static constexpr array weights = make_array();
  using bias = random_constant<std::conditional_t<has_wide_sums(L.how), std::int64_t, std::int32_t>,
                               filters, -L.bias, L.bias, 5>;
  using float_bias = random_constant<float, filters, -1, 1, 5>;
  using posit_bias = random_constant<std::int8_t, filters, -127, 127, 5>;
  using long_posit_bias = random_constant<std::int16_t, filters, -0x7000, 0x7000, 5>;
  static constexpr array_of_scales<filters> scales = [] {
    array_of_scales<filters> s;
    for (int o = 0; o < filters; ++o) {
      const double unit = L.how == scheme::from_q ? 128 : L.how == scheme::to_q ? 32 : 1;
      const double step = L.factor * unit * (1 + 0.15 * (o % 9));
      s.at[o] = L.how == scheme::halves ? 1.0 / (1 << (5 + o % 4)) : step;
    }
    return s;
  }();

  static constexpr one_node make() {
    using etch::extents;
    const extents x_shape =
        K == kind::dense ? extents{2, {L.n, taps}} : extents{4, {L.n, L.h, L.w, L.c}};
    const extents w_shape = K == kind::dense       ? extents{2, {L.oc, taps}}
                            : K == kind::depthwise ? extents{4, {1, L.kh, L.kw, L.c}}
                                                   : extents{4, {L.oc, L.kh, L.kw, L.c / L.groups}};
    etch::format x = etch::q<0, 7>::descriptor, w = x, y = x, b = etch::bias32::descriptor;
    y.frac = 14 - L.shift;
    y.scale = etch::power_of_two(-y.frac);
    if (is_in_single(L.how)) {
      x = w = y = b = L.how == scheme::fused ? etch::f32_fused::descriptor : etch::f32::descriptor;
    } else if (L.how == scheme::p8) {
      x = w = y = b = etch::posit<8, 0>::descriptor;
    } else if (L.how == scheme::p16) {
      x = w = y = b = etch::posit<16, 1>::descriptor;
    } else if (is_in_q15(L.how)) {
      x = w = y = etch::q<0, 15>::descriptor;
      if (L.how == scheme::q12) w = etch::q<-4, 15>::descriptor;
      if (L.how == scheme::q15_wide) b = etch::bias64::descriptor;
      y.frac = 30 - L.shift - (L.how == scheme::q15_wide ? 12 : 0);
      y.scale = etch::power_of_two(-y.frac);
    } else if (L.how == scheme::s16 || L.how == scheme::s16_short) {
      x = {.kind = &etch::format_id<etch::affine_kind>, .bits = 16};
      w = {.kind = &etch::format_id<etch::affine_kind>, .bits = 8};
      y = {.kind = &etch::format_id<etch::affine_kind>, .bits = 16, .scale = 9};
      w.channel_scale = scales.at;
      w.channels = filters;
      if (L.how == scheme::s16) b = etch::bias64::descriptor;
    } else if (L.how == scheme::u8) {
      x = y = w = {.kind = &etch::format_id<etch::unsigned_affine_kind>, .bits = 8};
      x.zero = L.x_zero + 128;
      y.zero = L.y_zero + 128;
      w.zero = 120;
      w.scale = L.factor;
    } else if (L.how != scheme::q) {
      x = {.kind = &etch::format_id<etch::affine_kind>, .bits = 8, .zero = L.x_zero};
      w = {.kind = &etch::format_id<etch::affine_kind>, .bits = 8, .scale = L.factor};
      if (L.how == scheme::int4) w.bits = 4;
      if (L.how == scheme::wide) w.bits = 16;
      y = {.kind = &etch::format_id<etch::affine_kind>, .bits = 8, .zero = L.y_zero};
      if (L.how == scheme::from_q || L.how == scheme::to_q) x = etch::q<0, 7>::descriptor;
      if (L.how == scheme::to_q) y = etch::q<5, 2>::descriptor;
      if (L.how == scheme::zeros) w.zero = -8;
      if (L.how != scheme::tensor && L.how != scheme::zeros) {
        w.scale = 1;
        w.channel_scale = scales.at;
        w.channels = filters;
      }
    }
    const auto* bias_bytes = is_in_single(L.how)    ? float_bias::bytes.byte
                             : L.how == scheme::p8  ? posit_bias::bytes.byte
                             : L.how == scheme::p16 ? long_posit_bias::bytes.byte
                                                    : bias::bytes.byte;
    const value in[3]{{{x, x_shape, &etch::layout_id<etch::hwc>}},
                      {{w, w_shape, &etch::layout_id<etch::ohwi>, true}, weights.byte},
                      {{b, extents{1, {filters}}, &etch::layout_id<etch::hwc>, true}, bias_bytes}};
    const int moved = L.how == scheme::u8 ? 128 : 0;
    const wanted out{y, L.round, &etch::layout_id<etch::hwc>, L.act, moved - 50, moved + 60};
    const etch::window moves{L.stride, L.dilation, L.around};
    if constexpr (K == kind::dense) return one_node{etch::ops::dense{}, in, out};
    else if constexpr (K == kind::depthwise)
      return one_node{etch::ops::depthwise_conv2d{moves}, in, out};
    else return one_node{etch::ops::conv2d{moves, L.groups}, in, out};
  }
  static constexpr one_node node = make();
};

/// A max_pool over two images, as a node.
template <class F, int H, int W, int C, int KH, int KW, int SH, int SW, int Top, int Left,
          etch::activation Act>
struct pooled {
  static constexpr one_node make() {
    const value in[1]{given<F, etch::shape<2, H, W, C>>};
    return {etch::ops::max_pool{{KH, KW}, {{SH, SW}, {}, etch::pad(Top, Left, KH - 1, KW - 1)}},
            in,
            {.act = Act}};
  }
  static constexpr one_node node = make();
};

/// A relu of X's.
template <class X, int... D>
struct rectified {
  static constexpr one_node make() {
    const value in[1]{given<X, etch::shape<D...>>};
    return {etch::ops::relu{}, in};
  }
  static constexpr one_node node = make();
};

/// A max_pool of affine codes.
template <int H, int W, int C, int KH, int KW, int SH, int SW, int Top, int Left,
          etch::activation Act>
using pooled_codes =
    pooled<etch::affine<std::int8_t, 0.05, 5>, H, W, C, KH, KW, SH, SW, Top, Left, Act>;

}  // namespace test
