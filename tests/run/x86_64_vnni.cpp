// The kernels of x86-64 by AVX512-VNNI equal the generic ones on every code: windows, channels,
// filters, formats and limits of all kinds. Elsewhere only what is known at compile time.
// PROCESSORS: host
#include <etch/kernel/x86_64.hpp>

#include "../support/shapes.hpp"

namespace {

using namespace test;
using etch::activation, etch::rounding;

constexpr bool has_vnni = ETCH_HAS_AVX512_VNNI != 0;

template <layer L>
void conv2d() {
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s8_vpdpbusd, has_vnni>();
}
template <layer L>
void depthwise() {
  check_layer<kind::depthwise, L, etch::depthwise_conv2d_s8_s8_s8_vpdpbusd, has_vnni>();
}
template <scheme How, int C>
void channel_windows() {
  each_of<shapes::channel_windows, How, C>([]<layer L>() { depthwise<L>(); });
}
template <layer L>
void dense() {
  check_layer<kind::dense, L, etch::dense_s8_s8_s8_vpdpbusd, has_vnni>();
}
template <scheme How, int C, int OC = 0>
void windows() {
  each_of<shapes::windows, How, C, OC>([]<layer L>() { conv2d<L>(); });
}
constexpr layer pointwise{.h = 5, .w = 5, .c = 16, .oc = 64, .kh = 1, .kw = 1};
constexpr layer with(layer l, void (*change)(layer&)) {
  change(l);
  return l;
}

}  // namespace

TEST_CASE("conv2d by VPDPBUSD equals the generic kernel", "[x86_64]") {
  windows<scheme::q, 3>();
  windows<scheme::channels, 16>();
  windows<scheme::tensor, 4, 33>();
  conv2d<as(shapes::windows[0], scheme::channels, 1, 64)>();
  conv2d<as(shapes::windows[0], scheme::channels, 8, 96)>();
  conv2d<as(shapes::windows[1], scheme::tensor, 21)>();
  conv2d<layer{.h = 11, .w = 13, .c = 8, .oc = 17, .dilation = {2, 1}, .x_zero = 127}>();
}
TEST_CASE("conv2d of single cells by VPDPBUSD equals the generic kernel", "[x86_64]") {
  conv2d<pointwise>();
  conv2d<with(pointwise, [](layer& l) { l.n = 2, l.oc = 128, l.c = 12; })>();
  conv2d<with(pointwise, [](layer& l) { l.h = l.w = 1, l.oc = 128, l.c = 20; })>();
  conv2d<with(pointwise, [](layer& l) { l.stride = 2, l.oc = 49; })>();
  conv2d<with(pointwise, [](layer& l) { l.w = 33, l.oc = 32, l.weights = 2; })>();
  conv2d<with(pointwise, [](layer& l) { l.w = 7, l.oc = 8, l.weights = 1; })>();
  conv2d<with(pointwise, [](layer& l) { l.w = 9, l.oc = 40, l.x_zero = -128; })>();
}
TEST_CASE("conv2d by VPDPBUSD ends sums as the generic kernel", "[x86_64]") {
  conv2d<layer{.c = 4, .how = scheme::halves, .y_zero = 3}>();
  conv2d<layer{.c = 4, .how = scheme::halves, .round = rounding::tflite_single}>();
  conv2d<layer{.c = 4, .how = scheme::halves, .round = rounding::xnnpack}>();
  conv2d<layer{.c = 4, .how = scheme::tensor, .round = rounding::xnnpack, .factor = 1000}>();
  conv2d<layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 2e-9}>();
  conv2d<layer{.c = 4, .act = activation::relu, .y_zero = -128}>();
  conv2d<layer{.c = 4, .act = activation::relu, .y_zero = -100}>();
  conv2d<layer{.c = 4, .act = activation::relu6, .round = rounding::tflite_single}>();
  conv2d<layer{.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up, .shift = 1}>();
  conv2d<layer{.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up, .shift = 31}>();
  conv2d<layer{.how = scheme::q, .act = activation::clamp, .round = rounding::half_up}>();
}
TEST_CASE("filters of one code by VPDPBUSD equal the generic kernel", "[x86_64]") {
  conv2d<with(pointwise, [](layer& l) { l.bias = 1'000'000'000; })>();  // beyond what others have
  conv2d<with(pointwise, [](layer& l) { l.bias = 500'000'000, l.factor = 8e-8; })>();
  conv2d<layer{.c = 4, .oc = 17, .y_zero = -5, .factor = 1e-10, .bias = 1'000'000'000}>();
  depthwise<layer{.c = 8, .bias = 400'000}>();
}
TEST_CASE("depthwise_conv2d by VPDPBUSD equals the generic kernel", "[x86_64]") {
  channel_windows<scheme::channels, 8>();
  channel_windows<scheme::q, 24>();
  channel_windows<scheme::tensor, 64>();
  depthwise<layer{.h = 9, .w = 17, .c = 16, .stride = 2, .x_zero = -128, .weights = 2}>();
  depthwise<layer{.h = 6, .w = 12, .c = 32, .act = activation::relu, .y_zero = -128}>();
  depthwise<layer{.h = 5, .w = 5, .c = 128, .stride = 2, .x_zero = 127}>();
}
TEST_CASE("dense by VPDPBUSD equals the generic kernel", "[x86_64]") {
  dense<layer{.c = 640, .oc = 128, .kh = 1, .kw = 1, .act = activation::relu}>();
  dense<layer{.c = 128, .oc = 8, .kh = 1, .kw = 1}>();
  dense<layer{.c = 63, .oc = 10, .kh = 1, .kw = 1, .how = scheme::tensor}>();
  each_of<shapes::denses, scheme::q>([]<layer L>() { dense<L>(); });
  each_of<shapes::denses, scheme::channels>([]<layer L>() { dense<L>(); });
}
TEST_CASE("kernels by VPDPBUSD leave to others what they cannot do", "[x86_64]") {
  using kernel = etch::conv2d_s8_s8_s8_vpdpbusd;
  const auto takes = []<layer L>() {
    return kernel::accepts<etch::call<tried<L, kind::conv2d>::node, 0>>;
  };
  STATIC_REQUIRE(takes.operator()<pointwise>());
  STATIC_REQUIRE(!takes.operator()<with(pointwise, [](layer& l) { l.factor = 0.6; })>());
  constexpr auto many_sums_of_31_bits = [](layer& l) { l.bias = 1'000'000'000, l.factor = 1e-7; };
  STATIC_REQUIRE(!takes.operator()<with(pointwise, many_sums_of_31_bits)>());
  STATIC_REQUIRE(!takes.operator()<with(pointwise, [](layer& l) { l.groups = 2; })>());
  STATIC_REQUIRE(!takes.operator()<layer{.dilation = {1, 2}}>());
  STATIC_REQUIRE(!takes.operator()<layer{.round = rounding::half_away}>());
}
