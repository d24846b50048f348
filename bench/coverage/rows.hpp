// The layers of docs/coverage.md: operators by formats and options, each a small graph.
#pragma once

#include <etch/etch.hpp>

namespace coverage {

using namespace etch;
using namespace etch::dsl;

/// The network of a layer: 16-bit formats may wrap here, what they cost is the same.
template <const auto& G, class Target = this_target>
using network_of = network<G, Target, options{.sums = overflow::wraps}>;

/// Weights that look random; as bf16 and f32 numbers from 1/2 to 2, as posits of 8 bits no NaR, of
/// 16 numbers near 1; as biases of sums 16 bits of 64.
enum class numbers { any, halves, singles, posits, biases };
struct noise {
  static constexpr int count = 16 * 3 * 3 * 16 * 4;
  unsigned char byte[count]{};
  constexpr explicit noise(numbers kind) {
    unsigned state = 12345;
    for (int i = 0; i < count; ++i) {
      state = state * 1664525U + 1013904223U;
      const unsigned any = state >> 24;
      const int width = kind == numbers::halves ? 2 : 4, place = i % width;
      const bool is_byte = kind == numbers::any || kind == numbers::posits;
      const bool whole = is_byte || place < width - 2;
      byte[i] = static_cast<unsigned char>(whole ? any : place == width - 2 ? any & 0x7f : 0x3f);
      if (kind == numbers::posits && byte[i] == 0x80) byte[i] = 0;
      if (kind == numbers::biases) byte[i] = static_cast<unsigned char>(i % 8 < 2 ? any : 0);
    }
  }
};
alignas(16) inline constexpr noise any_bytes(numbers::any), bf16_bytes(numbers::halves),
    f32_bytes(numbers::singles), posit_bytes(numbers::posits), bias_bytes(numbers::biases);

inline constexpr double scales[16]{0.002,  0.0022, 0.0024, 0.0026, 0.0028, 0.003, 0.0032, 0.0034,
                                   0.0036, 0.0038, 0.004,  0.0042, 0.0044, 0.002, 0.003,  0.004};

// Formats: value, weights, output, as docs/coverage.md names them.
struct s8 {
  static constexpr const char* name = "s8";
  using x = affine<std::int8_t, 0.05, 3>;
  using y = affine<std::int8_t, 0.07, -5>;
  using w = affine_channels<std::int8_t, scales>;
};
struct s8_by_one_scale : s8 {
  using w = affine<std::int8_t, 0.003>;
};
struct u8 {
  static constexpr const char* name = "u8";
  using x = affine<std::uint8_t, 0.05, 131>;
  using y = affine<std::uint8_t, 0.07, 123>;
  using w = affine<std::uint8_t, 0.002, 120>;
};
struct u8_near_s8 {  // weights that 8 bits hold without their zero point
  static constexpr const char* name = "u8 as s8";
  using x = u8::x;
  using y = u8::y;
  using w = affine<std::uint8_t, 0.002, 128>;
};
struct s16 {
  static constexpr const char* name = "s16 x s8";
  using x = affine<std::int16_t, 0.0005>;
  using y = affine<std::int16_t, 0.0007>;
  using w = affine_channels<std::int8_t, scales>;
};
struct s16_alone : s16 {
  static constexpr const char* name = "s16";
};
struct s16_of_three_units : s16_alone {
  using other = affine<std::int16_t, 0.0006>;
};
struct s8_int4 {
  static constexpr const char* name = "s8 x int4";
  using x = s8::x;
  using y = s8::y;
  using w = affine_channels<int4, scales>;
};
struct q7 {
  static constexpr const char* name = "q7";
  using x = q<0, 7>;
  using y = q<3, 4>;
  using w = q<0, 7>;
};
struct q7_to_s8 {
  static constexpr const char* name = "q7 x s8 to s8";
  using x = q<0, 7>;
  using y = s8::y;
  using w = s8::w;
};
struct q15 {
  static constexpr const char* name = "q15";
  using x = q<0, 15>;
  using y = q<3, 12>;
  using w = q<0, 15>;
};
struct seven_bits {
  static constexpr const char* name = "7 bits";
  using x = q<0, 6>;
  using y = q<3, 3>;
  using w = q<0, 7>;
};
struct bf16s {
  static constexpr const char* name = "bf16";
  using x = bf16;
  using y = bf16;
  using w = bf16;
};
struct f32s {
  static constexpr const char* name = "f32";
  using x = f32;
  using y = f32;
  using w = f32;
};
struct posits {
  static constexpr const char* name = "posit<8, 0>";
  using x = posit<8, 0>;
  using y = posit<8, 0>;
  using w = posit<8, 0>;
};

struct wide_posits {
  static constexpr const char* name = "posit<16, 1>";
  using x = posit<16, 1>;
  using y = posit<16, 1>;
  using w = posit<16, 1>;
};

template <class W>
constexpr const unsigned char* bytes_of() {
  if constexpr (__is_same(W, f32)) return f32_bytes.byte;
  else if constexpr (__is_same(W, bf16) || __is_same(W, posit<16, 1>)) return bf16_bytes.byte;
  else if constexpr (is_posit(W::descriptor)) return posit_bytes.byte;
  else return any_bytes.byte;
}
template <class W, class Shape>
constexpr parameters weights{constant<tensor<W, Shape, ohwi>>{bytes_of<W>()}};

/// What may differ from a plain layer.
struct variant {
  int window = 3, stride = 1, dilation = 1, groups = 1, multiplier = 1;
  rounding round = rounding::standard;
};

inline constexpr int side = 28, channels = 16;
template <class F>
using image = input<tensor<typename F::x, shape<side, side, channels>>>;

template <class F, variant O>
constexpr auto conv2d_layer = graph([](image<F> x) {
  constexpr auto& p =
      weights<typename F::w, shape<channels, O.window, O.window, channels / O.groups>>;
  return x | conv2d(p, {.stride = O.stride, .dilation = O.dilation, .groups = O.groups}) |
         to<typename F::y, O.round>;
});
template <class F, variant O>
constexpr auto depthwise_layer = graph([](image<F> x) {
  constexpr auto& p = weights<typename F::w, shape<1, O.window, O.window, channels * O.multiplier>>;
  return x | depthwise_conv2d(p, {.stride = O.stride, .dilation = O.dilation}) |
         to<typename F::y, O.round>;
});
/// The first layer of TensorFlow Lite Micro's speech model: eight filters of one channel.
template <class F>
constexpr auto speech_layer = graph([](input<tensor<typename F::x, shape<49, 40, 1>>> x) {
  constexpr auto& p = weights<typename F::w, shape<1, 10, 8, 8>>;
  return x | depthwise_conv2d(p, {.stride = 2, .pad = same}) | to<typename F::y>;
});
template <class F, variant O>
constexpr auto dense_layer = graph([](input<tensor<typename F::x, shape<144>>> x) {
  constexpr auto& p = weights<typename F::w, shape<channels, 144>>;
  return x | etch::dsl::dense(p) | to<typename F::y, O.round>;
});
/// f32 brought to 8 bits by its own range, weights W.
template <class W>
constexpr auto conv2d_over_range = graph([](image<f32s> x) {
  return x | dynamic_range(conv2d(weights<W, shape<channels, 3, 3, channels>>));
});
template <class W>
constexpr auto depthwise_over_range = graph([](image<f32s> x) {
  return x | dynamic_range(depthwise_conv2d(weights<W, shape<1, 3, 3, channels>>));
});
template <class W>
constexpr auto dense_over_range = graph([](input<tensor<f32, shape<144>>> x) {
  return x | dynamic_range(etch::dsl::dense(weights<W, shape<channels, 144>>));
});
/// Recurrent layers whose rows are as long as those of `dense`: lstm and gru have 128 inputs and 16
/// units, whose gates have a scale each.
struct s8_recurrent {
  static constexpr const char* name = "s8";
  using x = s8::x;
  using y = s8::y;
  using w = affine<std::int8_t, 0.003>;
  using b = bias32;
  using h = affine<std::int8_t, 1.0 / 128, -4>;
  using c = affine<std::int16_t, 1.0 / 4096>;
  using t = w;
  using s = affine<std::int8_t, 0.06, -20>;
};
struct s8_of_long_state : s8_recurrent {
  static constexpr const char* name = "s8 x s16";
  using t = affine<std::int16_t, 0.0001>;
  using s = affine<std::int16_t, 0.0006>;
};
struct s16_recurrent : s8_recurrent {
  static constexpr const char* name = "s16 x s8";
  using x = s16::x;
  using b = bias64;
  using h = affine<std::int16_t, 1.0 / 32768>;
};
struct q7_recurrent {
  static constexpr const char* name = "q7";
  using x = q<0, 7>;
  using w = q<0, 7>;
  using b = q<0, 7>;
  using h = q<0, 7>;
};
struct f32_recurrent : f32s {
  using b = f32;
  using h = f32;
  using c = f32;
  using t = f32;
  using s = f32;
};

/// Without -128, which a file's weights of such layers have not, and biases no larger than sums.
template <class T, class Shape>
constexpr constant<tensor<T, Shape, ohwi>> numbers_of{
    is_accumulator(T::descriptor)        ? bias_bytes.byte
    : T::bits == 8 && !__is_same(T, f32) ? posit_bytes.byte
                                         : bytes_of<T>()};
template <class F>
constexpr auto lstm_layer = graph([](input<tensor<typename F::x, shape<1, 1, 128>>> x) {
  constexpr auto& w = numbers_of<typename F::w, shape<channels, 128>>;
  constexpr auto& r = numbers_of<typename F::w, shape<channels, channels>>;
  constexpr auto& b = numbers_of<typename F::b, shape<channels>>;
  return etch::dsl::lstm<typename F::h, typename F::c>(x, {}, w, w, w, w, r, r, r, r, b, b, b, b);
});
template <class F>
constexpr auto gru_layer = graph([](input<tensor<typename F::x, shape<1, 1, 128>>> x) {
  constexpr auto& w = numbers_of<typename F::w, shape<channels, 128>>;
  constexpr auto& r = numbers_of<typename F::w, shape<channels, channels>>;
  constexpr auto& b = numbers_of<typename F::b, shape<channels>>;
  return etch::dsl::gru<typename F::h>(x, {.reset_after = true}, w, w, w, r, r, r, b, b, b);
});
template <class F>
constexpr auto svdf_layer = graph([](input<tensor<typename F::x, shape<1, 144>>> x) {
  constexpr auto& w = numbers_of<typename F::w, shape<channels, 144>>;
  constexpr auto& t = numbers_of<typename F::t, shape<channels, 16>>;
  constexpr auto& b = numbers_of<typename F::b, shape<channels>>;
  return etch::dsl::svdf<typename F::y, typename F::s>(x, 1, w, t, b);
});
template <class F>
constexpr auto add_layer = graph([](image<F> a, image<F> b) { return add<typename F::x>(a, b); });
template <class F>
constexpr auto sum_layer =
    graph([](image<F> a, input<tensor<typename F::other, shape<side, side, channels>>> b) {
      return add<typename F::y>(a, b);
    });
template <class F>
constexpr auto sub_layer = graph([](image<F> a, image<F> b) { return sub<typename F::x>(a, b); });
template <class F>
constexpr auto mul_layer = graph([](image<F> a, image<F> b) { return mul<typename F::x>(a, b); });
template <class F>
constexpr auto concat_layer = graph([](image<F> a, image<F> b) { return concat(a, b); });
template <class F>
constexpr auto slice_layer =
    graph([](image<F> x) { return x | slice(range{2, 26}, range{2, 26}, range{0, channels}); });
template <class F>
constexpr auto pad_layer =
    graph([](image<F> x) { return x | pad({.top = 1, .bottom = 1, .left = 1, .right = 1}); });
template <class F>
constexpr auto sigmoid_layer = graph([](image<F> x) { return x | sigmoid; });
template <class F>
constexpr auto softmax_layer =
    graph([](input<tensor<typename F::x, shape<10>>> x) { return x | softmax; });
template <class F>
constexpr auto max_pool_layer = graph([](image<F> x) { return x | max_pool<2>; });
template <class F>
constexpr auto avg_pool_layer = graph([](image<F> x) { return x | avg_pool<2>; });
template <class F>
constexpr auto mean_layer = graph([](image<F> x) { return x | etch::dsl::global_avg_pool; });
template <class F>
constexpr auto relu_layer = graph([](image<F> x) { return x | relu; });

/// Weighted layers: all.template add<graph>(operator, format, option) for each.
template <class F, class All>
void add_windows(All& all) {
  const char* const c = "conv2d";
  all.template add<conv2d_layer<F, variant{}>>(c, F::name, "3 x 3");
  all.template add<conv2d_layer<F, variant{.window = 1}>>(c, F::name, "1 x 1");
  all.template add<conv2d_layer<F, variant{.stride = 2}>>(c, F::name, "stride 2");
  all.template add<conv2d_layer<F, variant{.dilation = 2}>>(c, F::name, "dilation 2");
  all.template add<conv2d_layer<F, variant{.groups = 2}>>(c, F::name, "groups 2");
  const char* const d = "depthwise_conv2d";
  all.template add<depthwise_layer<F, variant{}>>(d, F::name, "3 x 3");
  all.template add<depthwise_layer<F, variant{.window = 5}>>(d, F::name, "5 x 5");
  all.template add<depthwise_layer<F, variant{.stride = 2}>>(d, F::name, "stride 2");
  all.template add<depthwise_layer<F, variant{.dilation = 2}>>(d, F::name, "dilation 2");
}
template <class F, class All>
void add_multiplier(All& all) {
  all.template add<depthwise_layer<F, variant{.multiplier = 2}>>("depthwise_conv2d", F::name,
                                                                 "multiplier 2");
  all.template add<speech_layer<F>>("depthwise_conv2d", F::name, "10 x 8, one to eight");
}
template <class F, class All>
void add_plain(All& all) {
  all.template add<conv2d_layer<F, variant{}>>("conv2d", F::name, "3 x 3");
  all.template add<depthwise_layer<F, variant{}>>("depthwise_conv2d", F::name, "3 x 3");
  all.template add<dense_layer<F, variant{}>>("dense", F::name, "");
}
template <class F, rounding R, class All>
void add_rounding(All& all, const char* name) {
  constexpr variant o{.round = R};
  all.template add<conv2d_layer<F, o>>("conv2d", F::name, name);
  all.template add<depthwise_layer<F, o>>("depthwise_conv2d", F::name, name);
  all.template add<dense_layer<F, o>>("dense", F::name, name);
}
template <class F, class All>
void add_elements(All& all) {
  all.template add<add_layer<F>>("add", F::name, "");
  all.template add<max_pool_layer<F>>("max_pool", F::name, "2 x 2");
  all.template add<avg_pool_layer<F>>("avg_pool", F::name, "2 x 2");
  all.template add<mean_layer<F>>("global_avg_pool", F::name, "");
  all.template add<relu_layer<F>>("relu", F::name, "");
}

template <class All>
void add_recurrent(All& all) {
  const char* const steps = "128 inputs, 16 units";
  all.template add<lstm_layer<s8_recurrent>>("lstm", "s8", steps);
  all.template add<lstm_layer<s16_recurrent>>("lstm", "s16 x s8", steps);
  all.template add<lstm_layer<f32_recurrent>>("lstm", "f32", steps);
  all.template add<gru_layer<s8_recurrent>>("gru", "s8", steps);
  all.template add<gru_layer<q7_recurrent>>("gru", "q7", steps);
  all.template add<gru_layer<f32_recurrent>>("gru", "f32", steps);
  const char* const memory = "144 inputs, 16 steps";
  all.template add<svdf_layer<s8_recurrent>>("svdf", "s8", memory);
  all.template add<svdf_layer<s8_of_long_state>>("svdf", "s8 x s16", memory);
  all.template add<svdf_layer<f32_recurrent>>("svdf", "f32", memory);
}
template <class All>
void add_rows(All& all) {
  add_windows<s8>(all);
  add_multiplier<s8_by_one_scale>(all);
  all.template add<dense_layer<s8, variant{}>>("dense", s8::name, "");
  add_rounding<s8, rounding::tflite_single>(all, "rounds once");
  add_rounding<s8, rounding::xnnpack>(all, "rounds as XNNPACK");
  add_windows<q7>(all);
  all.template add<dense_layer<q7, variant{}>>("dense", q7::name, "");
  add_rounding<q7, rounding::half_away>(all, "ties away from 0");
  add_plain<q7_to_s8>(all);
  add_plain<u8>(all);
  all.template add<conv2d_layer<u8, variant{.groups = 2}>>("conv2d", u8::name, "groups 2");
  add_plain<u8_near_s8>(all);
  add_plain<s8_int4>(all);
  all.template add<conv2d_layer<s8_int4, variant{.groups = 2}>>("conv2d", s8_int4::name,
                                                                "groups 2");
  add_plain<s16>(all);
  add_plain<q15>(all);
  add_plain<bf16s>(all);
  all.template add<conv2d_layer<bf16s, variant{.groups = 2}>>("conv2d", "bf16", "groups 2");
  add_plain<f32s>(all);
  all.template add<conv2d_layer<f32s, variant{.groups = 2}>>("conv2d", "f32", "groups 2");
  all.template add<conv2d_layer<seven_bits, variant{}>>("conv2d", seven_bits::name, "3 x 3");
  all.template add<dense_layer<seven_bits, variant{}>>("dense", seven_bits::name, "");
  add_plain<posits>(all);
  add_plain<wide_posits>(all);
  const char* const range = "dynamic_range";
  all.template add<conv2d_over_range<s8::w>>(range, "f32 x s8", "conv2d, 3 x 3");
  all.template add<conv2d_over_range<s8_int4::w>>(range, "f32 x int4", "conv2d, 3 x 3");
  all.template add<depthwise_over_range<s8::w>>(range, "f32 x s8", "depthwise, 3 x 3");
  all.template add<dense_over_range<s8::w>>(range, "f32 x s8", "dense");
  add_elements<s8>(all);
  all.template add<sub_layer<s8>>("sub", s8::name, "");
  all.template add<mul_layer<s8>>("mul", s8::name, "");
  all.template add<sigmoid_layer<s8>>("sigmoid", s8::name, "");
  all.template add<softmax_layer<s8>>("softmax", s8::name, "10 codes");
  all.template add<concat_layer<s8>>("concat", s8::name, "channels");
  all.template add<slice_layer<s8>>("slice", s8::name, "24 x 24 pixels");
  all.template add<pad_layer<s8>>("pad", s8::name, "a border of 1");
  add_elements<q7>(all);
  add_elements<u8>(all);
  add_elements<s16_alone>(all);
  all.template add<sum_layer<s16_of_three_units>>("add", "s16", "three units");
  add_elements<f32s>(all);
  add_recurrent(all);
}

}  // namespace coverage
