// The kernels of Armv8.1-M equal the generic ones on every code: windows, channels, filters,
// formats and limits of all kinds. Elsewhere only what is known at compile time.
#include <etch/kernel/armv81m.hpp>

#include "../support/layers.hpp"

namespace {

using namespace test;
using etch::activation, etch::pad, etch::rounding;
namespace ops = etch::ops;

constexpr bool has_mve = ETCH_HAS_MVE != 0;

template <class K, class Generic, const auto& G>
void compare() {
  using c = etch::call<G, 0>;
  static_assert(K::template accepts<c>);
  if constexpr (has_mve) check_kernel<K, Generic, G>();
}

template <layer L>
void conv2d() {
  INFO("conv2d of C " << L.c << ", window " << L.kh << "x" << L.kw << ", OC " << L.oc);
  static constexpr const auto& node = tried<L, kind::conv2d>::node;
  if constexpr (L.how == scheme::q) {
    compare<etch::conv2d_q7_q7_q7_2x4_vmladava, etch::conv2d_generic, node>();
  } else {
    compare<etch::conv2d_s8_s8_s8c_2x4_vmladava, etch::conv2d_generic, node>();
  }
}
template <layer L>
void depthwise() {
  INFO("depthwise_conv2d of C " << L.c << ", window " << L.kh << "x" << L.kw);
  using generic = etch::depthwise_conv2d_generic;
  static constexpr const auto& node = tried<L, kind::depthwise>::node;
  if constexpr (L.how == scheme::q) {
    compare<etch::depthwise_conv2d_q7_q7_q7_4x1_vmladav, generic, node>();
  } else {
    compare<etch::depthwise_conv2d_s8_s8_s8c_4x1_vmladav, generic, node>();
  }
}
template <layer L>
void dense() {
  INFO("dense of K " << L.c << ", O " << L.oc);
  static constexpr const auto& node = tried<L, kind::dense>::node;
  if constexpr (L.how == scheme::q) {
    compare<etch::dense_q7_q7_q7_8x1_vmladava, etch::dense_generic, node>();
  } else {
    compare<etch::dense_s8_s8_s8c_8x1_vmladava, etch::dense_generic, node>();
  }
}

/// Windows over C channels in the formats of How: padding on all sides, strides, a batch.
template <int C, scheme How, rounding R>
void some_windows() {
  conv2d<layer{.n = 2,
               .h = 5,
               .w = 7,
               .c = C,
               .oc = 5,
               .stride = {2, 1},
               .how = How,
               .act = activation::relu,
               .round = R}>();
  conv2d<layer{.n = 3,
               .h = 4,
               .w = 5,
               .c = C,
               .oc = 18,
               .kh = 1,
               .kw = 1,
               .stride = {1, 2},
               .how = How,
               .act = activation::relu6,
               .round = R,
               .x_zero = -128,
               .y_zero = -128}>();
}
/// The same with dilation, windows as large as the input and larger, and those of one row.
template <int C, scheme How, rounding R>
void windows() {
  some_windows<C, How, R>();
  conv2d<layer{.h = 11,
               .w = 13,
               .c = C,
               .oc = 7,
               .dilation = {2, 3},
               .how = How,
               .act = activation::clamp,
               .round = R,
               .x_zero = 127}>();
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
                  .kh = 4,
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
      .h = 6, .w = 6, .c = C, .kh = 4, .kw = 4, .around = etch::valid, .how = How, .round = R}>();
  depthwise<layer{.h = 3, .w = 2, .c = C, .kh = 1, .kw = 1, .stride = 2, .how = How, .round = R}>();
}

}  // namespace

TEST_CASE("conv2d by VMLADAVA equals the generic kernel", "[armv81m]") {
  some_windows<1, scheme::channels, rounding::tflite_double>();
  windows<3, scheme::q, rounding::half_up>();
  windows<16, scheme::channels, rounding::tflite_double>();
  some_windows<21, scheme::tensor, rounding::tflite_double>();
}
TEST_CASE("conv2d by VMLADAVA rounds as the generic kernel for all factors", "[armv81m]") {
  conv2d<layer{.c = 4, .how = scheme::halves, .y_zero = 3}>();
  conv2d<layer{.c = 4, .how = scheme::halves, .round = rounding::tflite_single}>();
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 1e-9}>();
  conv2d<layer{.c = 16, .x_zero = -128, .weights = 1}>();
  conv2d<layer{.c = 16, .kh = 1, .kw = 1, .x_zero = 127, .weights = 2}>();
}
TEST_CASE("conv2d by VMLADAVA shifts as the generic kernel", "[armv81m]") {
  conv2d<layer{.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up, .shift = 0}>();
  conv2d<layer{.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up, .shift = 30}>();
  conv2d<layer{.how = scheme::q, .act = activation::clamp, .round = rounding::toward_zero}>();
  conv2d<layer{.how = scheme::q, .act = activation::clamp, .round = rounding::half_away}>();
}
TEST_CASE("depthwise_conv2d by VMLADAV equals the generic kernel", "[armv81m]") {
  depthwise<layer{.h = 6, .w = 12, .x_zero = 127, .weights = 2}>();
  channel_windows<11, scheme::q, rounding::half_up>();
  channel_windows<40, scheme::tensor, rounding::tflite_double>();
}
TEST_CASE("dense by VMLADAVA equals the generic kernel", "[armv81m]") {
  dense<layer{.c = 640, .oc = 128, .kh = 1, .kw = 1, .act = activation::relu}>();
  dense<layer{.c = 63, .oc = 10, .kh = 1, .kw = 1, .how = scheme::tensor}>();
  dense<layer{.c = 1, .oc = 1, .kh = 1, .kw = 1, .how = scheme::halves}>();
  dense<layer{.c = 100,
              .oc = 70,
              .kh = 1,
              .kw = 1,
              .how = scheme::q,
              .act = activation::relu,
              .round = rounding::half_up}>();
}

// ---- element after element, and pools
namespace {

template <class Y, class A, class B, activation Act>
struct summed {
  using shape = etch::shape<2, 3, 5, 7>;
  static constexpr one_node make() {
    const value in[2]{given<A, shape>, given<B, shape>};
    return {ops::add{},
            in,
            {.number = Y::descriptor,
             .round = rounding::tflite_double,
             .act = Act,
             .clamp_low = -40,
             .clamp_high = 90}};
  }
  static constexpr one_node node = make();
};
template <class Y, class A, class B, activation Act>
void add() {
  using kernel = etch::add_s8_s8_s8_vqrdmulh;
  static constexpr const auto& node = summed<Y, A, B, Act>::node;
  using c = etch::call<node, 0>;
  static_assert(kernel::accepts<c>);
  if constexpr (has_mve) {
    for (std::uint32_t seed = 1; seed < 9; ++seed) {
      const auto a = random_codes<node, 0>(seed), b = random_codes<node, 1>(seed + 100);
      const auto want = rows_of<etch::add_generic, node>(1, a, b);
      CHECK(rows_of<kernel, node>(1 << 20, a, b) == want);
      CHECK(rows_of<kernel, node>(1, a, b) == want);
    }
  }
}

template <class Op, class Kernel, class Generic, int H, int W, int C, etch::pair Size,
          etch::pair Stride, etch::padding Around, rounding R, activation Act = activation::none>
struct pools {
  static constexpr one_node make() {
    const value in[1]{given<etch::affine<std::int8_t, 0.05, 5>, etch::shape<2, H, W, C>>};
    return {Op{Size, {Stride, {}, Around}}, in, {.round = R, .act = Act}};
  }
  static constexpr one_node node = make();
  static void check() { compare<Kernel, Generic, node>(); }
};
template <int H, int W, int C, etch::pair Size, etch::pair Stride, etch::padding Around,
          activation Act = activation::none>
void max_pool() {
  pools<ops::max_pool, etch::max_pool_s8_s8_vmax, etch::max_pool_generic, H, W, C, Size, Stride,
        Around, rounding::half_up, Act>::check();
}
template <int H, int W, int C, etch::pair Size, etch::pair Stride, etch::padding Around, rounding R,
          activation Act = activation::none>
void avg_pool() {
  pools<ops::avg_pool, etch::avg_pool_s8_s8_vadd, etch::avg_pool_generic, H, W, C, Size, Stride,
        Around, R, Act>::check();
}

template <int H, int W, int C, class Y, rounding R>
struct averaged {
  static constexpr one_node make() {
    const value in[1]{given<etch::affine<std::int8_t, 0.05, 5>, etch::shape<2, H, W, C>>};
    return {ops::global_avg_pool{}, in, {.number = Y::descriptor, .round = R}};
  }
  static constexpr one_node node = make();
};
template <int H, int W, int C, class Y, rounding R>
void global_avg_pool() {
  compare<etch::global_avg_pool_s8_s8_vadd, etch::global_avg_pool_generic,
          averaged<H, W, C, Y, R>::node>();
}

}  // namespace

TEST_CASE("add by VQRDMULH equals the generic kernel", "[armv81m]") {
  using namespace etch;
  add<affine<std::int8_t, 0.02, 127>, affine<std::int8_t, 0.04, 5>, affine<std::int8_t, 0.03, -128>,
      activation::none>();
  add<affine<std::int8_t, 0.02>, affine<std::int8_t, 0.0001>, affine<std::int8_t, 0.5, 3>,
      activation::none>();
  add<affine<std::int8_t, 0.5>, affine<std::int8_t, 2.0, -7>, affine<std::int8_t, 0.5>,
      activation::relu>();
  add<affine<std::int8_t, 0.05, -128>, affine<std::int8_t, 0.05, -128>,
      affine<std::int8_t, 0.05, -128>, activation::relu6>();
  add<affine<std::int8_t, 0.001>, affine<std::int8_t, 0.07>, affine<std::int8_t, 0.04>,
      activation::clamp>();
}
TEST_CASE("max_pool by VMAX equals the generic kernel", "[armv81m]") {
  max_pool<8, 8, 16, 3, 2, pad(0)>();
  max_pool<7, 9, 5, 2, 2, pad(1, 1, 1, 1), activation::relu>();
  max_pool<7, 9, 37, 5, 1, pad(2, 4, 4, 4)>();
  max_pool<5, 7, 1, {1, 4}, {1, 3}, pad(0, 3, 0, 3), activation::relu6>();
}
TEST_CASE("avg_pool by VADD equals the generic kernel", "[armv81m]") {
  avg_pool<8, 8, 16, 3, 2, pad(0), rounding::half_up>();
  avg_pool<7, 9, 5, 2, 2, pad(1, 1, 1, 1), rounding::tflite_double, activation::relu>();
  avg_pool<7, 9, 37, 5, 1, pad(2, 4, 4, 4), rounding::toward_zero>();
  avg_pool<16, 16, 3, {15, 16}, 1, pad(0), rounding::half_away>();
  avg_pool<17, 15, 3, {17, 15}, 1, pad(0), rounding::half_up>();
  avg_pool<3, 3, 2, 1, 1, pad(0), rounding::toward_zero>();
}
TEST_CASE("global_avg_pool by VADD equals the generic kernel", "[armv81m]") {
  using etch::affine;
  global_avg_pool<8, 8, 24, affine<std::int8_t, 0.05, 5>, rounding::tflite_double>();
  global_avg_pool<3, 5, 7, affine<std::int8_t, 0.03, -9>, rounding::tflite_double>();
  global_avg_pool<17, 15, 9, affine<std::int8_t, 0.02, -128>, rounding::tflite_single>();
  global_avg_pool<3, 5, 7, affine<std::int8_t, 0.05, 5>, rounding::half_up>();
  global_avg_pool<2, 2, 1, affine<std::int8_t, 0.05, 5>, rounding::toward_zero>();
}
