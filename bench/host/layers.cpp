// Layers of the MLPerf Tiny networks and the like, each by the kernel that this machine takes and
// by the generic one.
#include <etch/etch.hpp>

#include "comparison.hpp"

namespace {

using namespace etch;
using namespace etch::dsl;

// Numbers that look random, shared by all layers: any byte, and as f32 a number from 1/2 to 2.
struct noise {
  static constexpr int row = 4 * 128, rows = 640;  // two loops: compilers limit the length of one
  unsigned char byte[rows * row]{};
  constexpr explicit noise(bool floats) {
    unsigned state = 12345;
    for (int r = 0; r < rows; ++r) {
      for (int k = 0; k < row; ++k) {
        state = state * 1664525U + 1013904223U;
        const unsigned any = state >> 24;
        byte[r * row + k] = static_cast<unsigned char>(!floats || k % 4 < 2 ? any
                                                       : k % 4 == 2         ? any & 0x7f
                                                                            : 0x3f);
      }
    }
  }
};
alignas(16) constexpr noise bytes(false), float_bytes(true);
template <class Channels>
struct scales_for;
template <int... C>
struct scales_for<etch::detail::indices<C...>> {
  static constexpr double at[] = {0.002 * (1 + 0.1 * (C % 7))...};
};

template <class F>
constexpr const unsigned char* bytes_of() {
  if constexpr (is_f32(F::descriptor)) return float_bytes.byte;
  else return bytes.byte;
}

// int8 as TensorFlow Lite has it, q in 8 bits, and f32.
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
constexpr auto rectified =
    graph([](input<tensor<typename F::x, shape<H, W, C>>> x) { return x | relu; });
template <class F, int H, int W, int C>
constexpr auto converted =
    graph([](input<tensor<typename F::x, shape<H, W, C>>> x) { return x | to<typename F::y>; });

/// The graph on this machine and by generic kernels alone.
template <const auto& G>
void add_layer(bench::comparisons& all, const std::string& name) {
  static network<G> ours;
  static network<G, generic> theirs;
  const auto fill = [](auto view) {
    for (int i = 0; i < view.size(); ++i) {
      view[i] = static_cast<std::remove_reference_t<decltype(view[i])>>(i * 37 % 251 - 125);
    }
  };
  fill(ours.input()), fill(theirs.input());
  all.add("layers/" + name, [] { ours.run(); }, [] { theirs.run(); });
}

template <class F>
void add_format(bench::comparisons& all) {
  const std::string f = F::name + std::string("_");
  add_layer<conv<F, 32, 32, 3, 16, 3, 3, 1>>(all, f + "conv2d_3x3_3_16");
  add_layer<conv<F, 32, 32, 16, 16, 3, 3, 1>>(all, f + "conv2d_3x3_16_16");
  add_layer<conv<F, 16, 16, 32, 64, 3, 3, 2>>(all, f + "conv2d_3x3_32_64_s2");
  add_layer<conv<F, 25, 5, 64, 64, 1, 1, 1>>(all, f + "conv2d_1x1_64_64");
  add_layer<depthwise<F, 25, 5, 64, 1>>(all, f + "depthwise_conv2d_3x3_64");
  add_layer<full<F, 640, 128>>(all, f + "dense_640_128");
  add_layer<pool<F, 32, 32, 32>>(all, f + "max_pool_2x2_32");
  add_layer<rectified<F, 32, 32, 16>>(all, f + "relu_16384");
}

}  // namespace

int main(int argc, char** argv) {
  bench::report figures(argc, argv);
  bench::comparisons all;
  add_format<s8>(all);
  add_format<q7>(all);
  add_format<f32s>(all);
  add_layer<sum<s8, 32, 32, 16>>(all, "s8_add_16384");
  add_layer<sum<f32s, 32, 32, 16>>(all, "f32_add_16384");
  add_layer<converted<s8, 32, 32, 16>>(all, "s8_to_16384");
  bench::initialise(argv[0]);
  all.run(figures);
}
