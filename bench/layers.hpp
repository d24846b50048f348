// Layers of the MLPerf Tiny networks and the like, for programs that run each by the kernel that
// the target takes and by the generic one.
#pragma once

#include <etch/etch.hpp>

#include <string>
#include <type_traits>

namespace {

using namespace etch;
using namespace etch::dsl;

// Numbers that look random, shared by all layers: any byte, and as f32 or bfloat16, of `size`
// bytes, a number from 1/2 to 2.
struct noise {
  static constexpr int row = 4 * 128, rows = 640;  // two loops: compilers limit the length of one
  unsigned char byte[rows * row]{};
  constexpr explicit noise(int size) {
    unsigned state = 12345;
    for (int r = 0; r < rows; ++r) {
      for (int k = 0; k < row; ++k) {
        state = state * 1664525U + 1013904223U;
        const unsigned any = state >> 24;
        const int behind = size == 1 ? size : size - 1 - k % size;  // bytes of the number
        byte[r * row + k] = static_cast<unsigned char>(behind == 0               ? 0x3f
                                                       : behind == 1 && size > 1 ? any & 0x7f
                                                                                 : any);
      }
    }
  }
};
alignas(16) constexpr noise bytes(1), float_bytes(4), bfloat_bytes(2);
template <class Channels>
struct scales_for;
template <int... C>
struct scales_for<etch::detail::indices<C...>> {
  static constexpr double at[] = {0.002 * (1 + 0.1 * (C % 7))...};
};

template <class F>
constexpr const unsigned char* bytes_of() {
  if constexpr (is_f32(F::descriptor)) return float_bytes.byte;
  else if constexpr (is_real(F::descriptor)) return bfloat_bytes.byte;
  else return bytes.byte;
}

// int8 as TensorFlow Lite has it, q in 8 bits, f32, and bfloat16 as BFDOT sums it.
struct s8 {
  static constexpr const char* name = "s8";
  using x = affine<std::int8_t, 0.05, 3>;
  using y = affine<std::int8_t, 0.07, -5>;
  template <int Channels>
  using w = affine_channels<std::int8_t, scales_for<etch::detail::first<Channels>>::at>;
  using b = bias32;
};
struct q7 {
  static constexpr const char* name = "q7";
  using x = q<0, 7>;
  using y = q<3, 4>;
  template <int>
  using w = q<0, 7>;
  using b = q<0, 7>;
};
struct f32s {
  static constexpr const char* name = "f32";
  using x = etch::f32;
  using y = etch::f32;
  template <int>
  using w = etch::f32;
  using b = etch::f32;
};

struct bf16s {
  static constexpr const char* name = "bf16";
  using x = bf16_dot;
  using y = bf16_dot;
  template <int>
  using w = bf16_dot;
  using b = bf16_dot;
};

template <class F, int O, class Shape>
constexpr parameters layer{
    constant<tensor<typename F::template w<O>, Shape, ohwi>>{bytes_of<typename F::template w<O>>()},
    constant<tensor<typename F::b, shape<O>>>{bytes_of<typename F::b>()}};

template <class F, int H, int W, int C, int O, int KH, int KW, int Stride>
constexpr auto conv = graph([](input<tensor<typename F::x, shape<H, W, C>>> x) {
  return x | conv2d(layer<F, O, shape<O, KH, KW, C>>, {.stride = Stride}) | to<typename F::y>;
});
template <class F, int H, int W, int C, int Stride>
constexpr auto depthwise = graph([](input<tensor<typename F::x, shape<H, W, C>>> x) {
  return x | depthwise_conv2d(layer<F, C, shape<1, 3, 3, C>>, {.stride = Stride}) |
         to<typename F::y>;
});
template <class F, int K, int O>
constexpr auto full = graph([](input<tensor<typename F::x, shape<K>>> x) {
  return x | etch::dsl::dense(layer<F, O, shape<O, K>>) | to<typename F::y>;
});
template <class F, int H, int W, int C>
constexpr auto sum =
    graph([](input<tensor<typename F::x, shape<H, W, C>>> a,
             input<tensor<typename F::y, shape<H, W, C>>> b) { return add<typename F::y>(a, b); });
template <class F, int H, int W, int C>
constexpr auto pool =
    graph([](input<tensor<typename F::x, shape<H, W, C>>> x) { return x | max_pool<2>; });
template <class F, int H, int W, int C>
constexpr auto mean = graph(
    [](input<tensor<typename F::x, shape<H, W, C>>> x) { return x | etch::dsl::global_avg_pool; });
template <class F, int H, int W, int C>
constexpr auto average =
    graph([](input<tensor<typename F::x, shape<H, W, C>>> x) { return x | avg_pool<2>; });
template <class F, int H, int W, int C>
constexpr auto rectified =
    graph([](input<tensor<typename F::x, shape<H, W, C>>> x) { return x | relu; });
template <class F, int H, int W, int C>
constexpr auto converted =
    graph([](input<tensor<typename F::x, shape<H, W, C>>> x) { return x | to<typename F::y>; });

/// Layers of the formats of F: all.template add<graph>(name) for each.
template <class F, class All>
void add_format(All& all) {
  const std::string f = F::name + std::string("_");
  all.template add<conv<F, 32, 32, 3, 16, 3, 3, 1>>(f + "conv2d_3x3_3_16");
  all.template add<conv<F, 32, 32, 16, 16, 3, 3, 1>>(f + "conv2d_3x3_16_16");
  all.template add<conv<F, 16, 16, 32, 64, 3, 3, 2>>(f + "conv2d_3x3_32_64_s2");
  all.template add<conv<F, 25, 5, 64, 64, 1, 1, 1>>(f + "conv2d_1x1_64_64");
  all.template add<depthwise<F, 25, 5, 64, 1>>(f + "depthwise_conv2d_3x3_64");
  all.template add<depthwise<F, 48, 48, 8, 1>>(f + "depthwise_conv2d_3x3_8");
  all.template add<depthwise<F, 48, 48, 16, 2>>(f + "depthwise_conv2d_3x3_16_s2");
  all.template add<full<F, 640, 128>>(f + "dense_640_128");
  all.template add<pool<F, 32, 32, 32>>(f + "max_pool_2x2_32");
  all.template add<average<F, 32, 32, 16>>(f + "avg_pool_2x2_16");
  all.template add<mean<F, 8, 8, 64>>(f + "global_avg_pool_8x8_64");
  all.template add<rectified<F, 32, 32, 16>>(f + "relu_16384");
  all.template add<sum<F, 32, 32, 16>>(f + "add_16384");
}

template <class All>
void add_layers(All& all) {
  add_format<s8>(all);
  add_format<q7>(all);
  all.template add<converted<s8, 32, 32, 16>>("s8_to_16384");
  if constexpr (ETCH_HAS_X86 || ETCH_HAS_NEON) add_format<f32s>(all);
}

/// Gives the inputs of a network numbers that look random.
template <class Net>
void fill(Net& net) {
  const auto value = [](auto view) {
    for (int i = 0; i < view.size(); ++i) {
      view[i] = static_cast<std::remove_reference_t<decltype(view[i])>>(i * 37 % 251 - 125);
    }
  };
  value(net.template input<0>());
  value(net.template input<Net::graph.size.inputs - 1>());
}

}  // namespace
