// The kernels of x86-64 equal the generic ones on every code and every f32: windows, channels,
// filters, formats and limits of all kinds. Those by xsimd do so on AArch64 too; elsewhere only
// what is known at compile time.
#include <etch/kernel/x86_64.hpp>

#include "../support/layers.hpp"

namespace {

using namespace test;
using etch::activation, etch::pad, etch::rounding;
namespace ops = etch::ops;

constexpr bool has_x86 = ETCH_HAS_X86 != 0;
constexpr bool has_xsimd = ETCH_HAS_XSIMD != 0;

template <bool Here, class K, class Generic, const auto& G>
void compare() {
  using c = etch::call<G, 0>;
  static_assert(K::template accepts<c>);
  static_assert(K::template scratch<c> % 16 == 0);
  if constexpr (Here) check_kernel<K, Generic, G>();
}

template <layer L>
void conv2d() {
  INFO("conv2d of C " << L.c << ", window " << L.kh << "x" << L.kw << ", OC " << L.oc);
  static constexpr const auto& node = tried<L, kind::conv2d>::node;
  if constexpr (L.how == scheme::floats) {
    compare<has_xsimd, etch::conv2d_f32_f32_f32_xsimd, etch::conv2d_generic, node>();
  } else if constexpr (L.how == scheme::q) {
    compare<has_x86, etch::conv2d_q7_q7_q7_pmaddwd, etch::conv2d_generic, node>();
  } else {
    compare<has_x86, etch::conv2d_s8_s8_s8c_pmaddwd, etch::conv2d_generic, node>();
  }
}
template <layer L>
void depthwise() {
  INFO("depthwise_conv2d of C " << L.c << ", window " << L.kh << "x" << L.kw);
  using generic = etch::depthwise_conv2d_generic;
  static constexpr const auto& node = tried<L, kind::depthwise>::node;
  if constexpr (L.how == scheme::floats) {
    compare<has_xsimd, etch::depthwise_conv2d_f32_f32_f32_xsimd, generic, node>();
  } else if constexpr (L.how == scheme::q) {
    compare<has_x86, etch::depthwise_conv2d_q7_q7_q7_pmaddwd, generic, node>();
  } else {
    compare<has_x86, etch::depthwise_conv2d_s8_s8_s8c_pmaddwd, generic, node>();
  }
}
template <layer L>
void dense() {
  INFO("dense of K " << L.c << ", O " << L.oc);
  static constexpr const auto& node = tried<L, kind::dense>::node;
  if constexpr (L.how == scheme::floats) {
    compare<has_xsimd, etch::dense_f32_f32_f32_xsimd, etch::dense_generic, node>();
  } else if constexpr (L.how == scheme::q) {
    compare<has_x86, etch::dense_q7_q7_q7_pmaddwd, etch::dense_generic, node>();
  } else {
    compare<has_x86, etch::dense_s8_s8_s8c_pmaddwd, etch::dense_generic, node>();
  }
}

/// All arrangements of windows in C channels, in the formats of How.
template <int C, scheme How, rounding R>
void windows() {
  conv2d<layer{.c = C, .how = How, .round = R}>();
  conv2d<layer{.n = 2,
               .h = 9,
               .w = 11,
               .c = C,
               .oc = 5,
               .stride = 2,
               .how = How,
               .act = activation::relu,
               .round = R}>();
  conv2d<layer{.h = 6,
               .w = 10,
               .c = C,
               .oc = 33,
               .kh = 5,
               .stride = {1, 2},
               .around = pad(2, 0, 1, 2),
               .how = How,
               .round = R}>();
  conv2d<layer{.n = 3,
               .h = 4,
               .w = 5,
               .c = C,
               .oc = 16,
               .kh = 1,
               .kw = 1,
               .how = How,
               .act = activation::relu6,
               .round = R,
               .x_zero = -128,
               .y_zero = -128}>();
  conv2d<layer{.h = 11,
               .w = 13,
               .c = C,
               .oc = 7,
               .dilation = {2, 3},
               .how = How,
               .act = activation::clamp,
               .round = R,
               .x_zero = 127}>();
  conv2d<layer{.h = 5,
               .w = 6,
               .c = C,
               .oc = 3,
               .kh = 2,
               .kw = 2,
               .stride = 3,
               .around = etch::valid,
               .how = How,
               .round = R}>();
  conv2d<layer{.h = 2,
               .w = 1,
               .c = C,
               .kh = 4,
               .kw = 5,
               .around = pad(3, 4, 3, 2),
               .how = How,
               .round = R}>();
  conv2d<layer{.h = 1,
               .w = 23,
               .c = C,
               .oc = 2,
               .kh = 1,
               .kw = 7,
               .stride = {1, 3},
               .around = pad(0, 6, 0, 3),
               .how = How,
               .round = R}>();
}

/// The same for one filter a channel.
template <int C, scheme How, rounding R>
void channel_windows() {
  depthwise<layer{.n = 2, .c = C, .how = How, .round = R}>();
  depthwise<layer{.h = 9,
                  .w = 8,
                  .c = C,
                  .kh = 5,
                  .kw = 2,
                  .stride = {1, 2},
                  .around = pad(1, 0, 3, 1),
                  .how = How,
                  .act = activation::relu,
                  .round = R}>();
  depthwise<layer{.h = 11,
                  .w = 13,
                  .c = C,
                  .dilation = {3, 2},
                  .how = How,
                  .act = activation::clamp,
                  .round = R,
                  .x_zero = -128}>();
  depthwise<layer{
      .h = 6, .w = 6, .c = C, .kh = 6, .kw = 6, .around = etch::valid, .how = How, .round = R}>();
  depthwise<layer{.h = 3, .w = 2, .c = C, .kh = 1, .kw = 1, .stride = 2, .how = How, .round = R}>();
}

}  // namespace

TEST_CASE("conv2d by PMADDWD equals the generic kernel", "[x86_64]") {
  windows<1, scheme::channels, rounding::tflite_double>();
  windows<3, scheme::q, rounding::half_up>();
  windows<8, scheme::channels, rounding::tflite_double>();
  windows<16, scheme::q, rounding::half_up>();
  windows<5, scheme::tensor, rounding::tflite_double>();
}
TEST_CASE("conv2d by PMADDWD rounds as the generic kernel for all factors", "[x86_64]") {
  conv2d<layer{.c = 4, .how = scheme::halves, .y_zero = 3}>();
  conv2d<layer{.c = 4, .how = scheme::halves, .round = rounding::tflite_single}>();
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 0.75}>();
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 1000}>();
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 1e-9}>();
  conv2d<layer{.factor = 0.5}>();
  conv2d<layer{.factor = 3.7}>();
  conv2d<layer{.round = rounding::tflite_single, .factor = 1.7}>();
  conv2d<layer{.c = 16, .x_zero = -128, .weights = 1}>();
  conv2d<layer{.c = 16, .x_zero = 127, .weights = 2}>();
}
TEST_CASE("conv2d by PMADDWD shifts as the generic kernel", "[x86_64]") {
  conv2d<layer{.oc = 12, .how = scheme::q, .round = rounding::half_up, .shift = 0}>();
  conv2d<layer{.how = scheme::q, .round = rounding::half_up, .shift = -3}>();
  conv2d<layer{.how = scheme::q, .round = rounding::half_up, .shift = 17}>();
  conv2d<layer{.how = scheme::q, .round = rounding::half_up, .shift = 31}>();
  conv2d<layer{.how = scheme::q, .round = rounding::half_away}>();
  conv2d<layer{.how = scheme::q, .act = activation::clamp, .round = rounding::toward_zero}>();
}
TEST_CASE("depthwise_conv2d by PMADDWD equals the generic kernel", "[x86_64]") {
  channel_windows<1, scheme::channels, rounding::tflite_double>();
  channel_windows<11, scheme::q, rounding::half_up>();
  channel_windows<16, scheme::channels, rounding::tflite_double>();
  channel_windows<40, scheme::channels, rounding::tflite_double>();
}
TEST_CASE("dense by PMADDWD equals the generic kernel", "[x86_64]") {
  dense<layer{.c = 640, .oc = 128, .kh = 1, .kw = 1, .act = activation::relu}>();
  dense<layer{.c = 63, .oc = 10, .kh = 1, .kw = 1, .how = scheme::tensor}>();
  dense<layer{.c = 1, .oc = 1, .kh = 1, .kw = 1, .how = scheme::halves}>();
  dense<layer{.n = 7, .c = 30, .oc = 100, .kh = 1, .kw = 1}>();
  dense<layer{.c = 100,
              .oc = 70,
              .kh = 1,
              .kw = 1,
              .how = scheme::q,
              .act = activation::relu,
              .round = rounding::half_up}>();
}
TEST_CASE("f32 layers by xsimd equal the generic kernels", "[x86_64]") {
  windows<1, scheme::floats, rounding::half_away>();
  windows<3, scheme::floats, rounding::half_away>();
  windows<16, scheme::floats, rounding::half_away>();
  channel_windows<4, scheme::floats, rounding::half_away>();
  channel_windows<21, scheme::floats, rounding::half_away>();
  dense<layer{
      .c = 200, .oc = 33, .kh = 1, .kw = 1, .how = scheme::floats, .act = activation::relu}>();
  dense<layer{.n = 9, .c = 31, .oc = 4, .kh = 1, .kw = 1, .how = scheme::floats}>();
}

namespace {

using codes_in = etch::affine<std::int8_t, 0.05, 5>;

template <class F, int H, int W, int C, int KH, int KW, int SH, int SW, int Top, int Left,
          activation Act>
void max_pool() {
  using kernel = std::conditional_t<std::is_same_v<F, etch::f32>, etch::max_pool_f32_f32_xsimd,
                                    etch::max_pool_s8_s8_xsimd>;
  compare<has_xsimd, kernel, etch::max_pool_generic,
          pooled<F, H, W, C, KH, KW, SH, SW, Top, Left, Act>::node>();
}
template <class F>
void pools() {
  max_pool<F, 8, 8, 16, 3, 3, 2, 2, 0, 0, activation::none>();
  max_pool<F, 7, 9, 64, 2, 2, 2, 2, 1, 1, activation::relu>();
  max_pool<F, 7, 9, 21, 5, 5, 1, 1, 2, 4, activation::none>();
  max_pool<F, 9, 8, 40, 6, 6, 1, 2, 5, 0, activation::none>();
  max_pool<F, 5, 7, 19, 1, 4, 1, 3, 0, 3, activation::relu6>();
}

template <class Op, class Y, class A, class B, activation Act>
struct summed {
  using shape = etch::shape<2, 3, 5, 7>;
  static constexpr one_node make() {
    const value in[2]{given<A, shape>, given<B, shape>};
    return {Op{},
            in,
            {.number = Y::descriptor,
             .round = rounding::tflite_double,
             .act = Act,
             .clamp_low = -40,
             .clamp_high = 90}};
  }
  static constexpr one_node node = make();
};
template <bool Here, class K, class Y, class A, class B, activation Act>
void add() {
  static constexpr const auto& node = summed<ops::add, Y, A, B, Act>::node;
  static_assert(K::template accepts<etch::call<node, 0>>);
  if constexpr (Here) {
    for (std::uint32_t seed = 1; seed < 9; ++seed) {
      const auto a = random_codes<node, 0>(seed), b = random_codes<node, 1>(seed + 100);
      const auto want = rows_of<etch::add_generic, node>(1, a, b);
      CHECK(rows_of<K, node>(1 << 20, a, b) == want);
      CHECK(rows_of<K, node>(1, a, b) == want);
    }
  }
}

template <class Op, class Y, class X>
struct moved {
  static constexpr one_node make() {
    const value in[1]{given<X, etch::shape<2, 3, 5, 7>>};
    return {Op{}, in, {.number = Y::descriptor, .round = rounding::tflite_double}};
  }
  static constexpr one_node node = make();
};

}  // namespace

TEST_CASE("max_pool by xsimd equals the generic kernel", "[x86_64]") {
  pools<codes_in>();
  pools<etch::q<2, 5>>();
  pools<etch::f32>();
}
TEST_CASE("add by tables and PMULUDQ equals the generic kernel", "[x86_64]") {
  using namespace etch;
  using kernel = add_s8_s8_s8_pmuludq;
  add<has_x86, kernel, affine<std::int8_t, 0.04, 5>, affine<std::int8_t, 0.03, -128>,
      affine<std::int8_t, 0.02, 127>, activation::none>();
  add<has_x86, kernel, affine<std::int8_t, 0.0001>, affine<std::int8_t, 0.5, 3>,
      affine<std::int8_t, 0.02>, activation::none>();
  add<has_x86, kernel, affine<std::int8_t, 2.0, -7>, affine<std::int8_t, 0.5>,
      affine<std::int8_t, 0.5>, activation::relu>();
  add<has_x86, kernel, affine<std::int8_t, 0.05, -128>, affine<std::int8_t, 0.05, -128>,
      affine<std::int8_t, 0.05, -128>, activation::relu6>();
  add<has_x86, kernel, affine<std::int8_t, 0.07>, affine<std::int8_t, 0.04>,
      affine<std::int8_t, 0.001>, activation::clamp>();
}
TEST_CASE("element after element by xsimd and by tables as the generic kernels", "[x86_64]") {
  using namespace etch;
  using floats = etch::f32;
  add<has_xsimd, add_f32_f32_f32_xsimd, floats, floats, floats, activation::none>();
  add<has_xsimd, add_f32_f32_f32_xsimd, floats, floats, floats, activation::relu6>();
  compare<has_xsimd, relu_f32_f32_xsimd, relu_generic, moved<ops::relu, floats, floats>::node>();
  compare<has_xsimd, relu_s8_s8_xsimd, relu_generic, moved<ops::relu, codes_in, codes_in>::node>();
  using other = affine<std::int8_t, 0.03, -9>;
  using fine = affine<std::int8_t, 0.003, 40>;
  using bytes = affine<std::uint8_t, 0.05, 133>;
  compare<true, to_s8_s8_table, to_generic, moved<ops::to, other, codes_in>::node>();
  compare<true, to_s8_s8_table, to_generic, moved<ops::to, fine, codes_in>::node>();
  compare<true, to_s8_s8_table, to_generic, moved<ops::to, bytes, codes_in>::node>();
  compare<true, to_s8_s8_table, to_generic, moved<ops::to, q<3, 4>, q<0, 7>>::node>();
}
