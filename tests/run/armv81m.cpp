// The kernels of Armv8.1-M equal the generic ones on every code: windows, channels, filters, formats
// and limits of all kinds. Elsewhere only what is known at compile time.
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

