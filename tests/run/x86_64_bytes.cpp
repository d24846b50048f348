// The kernels of x86-64 by AVX512-VNNI and by AVX2 equal the generic ones on every code: windows,
// channels, filters, formats and limits of all kinds. Elsewhere only what is known at compile time.
// PROCESSORS: host
#include <etch/kernel/x86_64.hpp>

#include "../support/shapes.hpp"

namespace {

using namespace test;
using etch::activation, etch::rounding;

struct by_vnni {
  using conv2d = etch::conv2d_s8_s8_s8_vpdpbusd;
  using depthwise = etch::depthwise_conv2d_s8_s8_s8_vpdpbusd;
  using dense = etch::dense_s8_s8_s8_vpdpbusd;
  static constexpr bool runs = ETCH_HAS_AVX512_VNNI != 0;
};
struct by_avx2 {
  using conv2d = etch::conv2d_s8_s8_s8_vpmaddubsw;
  using depthwise = etch::depthwise_conv2d_s8_s8_s8_vpmaddubsw;
  using dense = etch::dense_s8_s8_s8_vpmaddubsw;
  static constexpr bool runs = ETCH_HAS_AVX2 != 0;
};

template <class By, layer L>
void conv2d() {
  check_layer<kind::conv2d, L, typename By::conv2d, By::runs>();
}
template <class By, layer L>
void depthwise() {
  check_layer<kind::depthwise, L, typename By::depthwise, By::runs>();
}
template <class By, scheme How, int C>
void channel_windows() {
  each_of<shapes::channel_windows, How, C>([]<layer L>() { depthwise<By, L>(); });
}
template <class By, layer L>
void dense() {
  check_layer<kind::dense, L, typename By::dense, By::runs>();
}
template <class By, scheme How, int C, int OC = 0>
void windows() {
  each_of<shapes::windows, How, C, OC>([]<layer L>() { conv2d<By, L>(); });
}
constexpr layer pointwise{.h = 5, .w = 5, .c = 16, .oc = 64, .kh = 1, .kw = 1};
constexpr layer with(layer l, void (*change)(layer&)) {
  change(l);
  return l;
}

}  // namespace

TEMPLATE_TEST_CASE("conv2d by vectors of bytes equals the generic kernel", "[x86_64]", by_vnni,
                   by_avx2) {
  windows<TestType, scheme::q, 3>();
  windows<TestType, scheme::channels, 16>();
  windows<TestType, scheme::tensor, 4, 33>();
  conv2d<TestType, as(shapes::windows[0], scheme::channels, 1, 64)>();
  conv2d<TestType, as(shapes::windows[0], scheme::channels, 8, 96)>();
  conv2d<TestType, as(shapes::windows[1], scheme::tensor, 21)>();
  conv2d<TestType, layer{.h = 11, .w = 13, .c = 8, .oc = 17, .dilation = {2, 1}, .x_zero = 127}>();
}
TEMPLATE_TEST_CASE("conv2d of single cells by vectors of bytes equals the generic kernel",
                   "[x86_64]", by_vnni, by_avx2) {
  conv2d<TestType, pointwise>();
  conv2d<TestType, with(pointwise, [](layer& l) { l.n = 2, l.oc = 128, l.c = 12; })>();
  conv2d<TestType, with(pointwise, [](layer& l) { l.h = l.w = 1, l.oc = 128, l.c = 20; })>();
  conv2d<TestType, with(pointwise, [](layer& l) { l.stride = 2, l.oc = 49; })>();
  conv2d<TestType, with(pointwise, [](layer& l) { l.w = 33, l.oc = 32, l.weights = 2; })>();
  conv2d<TestType, with(pointwise, [](layer& l) { l.w = 7, l.oc = 8, l.weights = 1; })>();
  conv2d<TestType, with(pointwise, [](layer& l) { l.w = 9, l.oc = 40, l.x_zero = -128; })>();
  conv2d<TestType, with(pointwise, [](layer& l) { l.h = l.w = 6, l.c = l.oc = 128; })>();
}
TEMPLATE_TEST_CASE("conv2d by vectors of bytes ends sums as the generic kernel", "[x86_64]",
                   by_vnni, by_avx2) {
  conv2d<TestType, layer{.c = 4, .how = scheme::halves, .y_zero = 3}>();
  conv2d<TestType, layer{.c = 4, .how = scheme::halves, .round = rounding::tflite_single}>();
  conv2d<TestType, layer{.c = 4, .how = scheme::halves, .round = rounding::xnnpack}>();
  conv2d<TestType,
         layer{.c = 4, .how = scheme::tensor, .round = rounding::xnnpack, .factor = 1000}>();
  conv2d<TestType, layer{.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 2e-9}>();
  conv2d<TestType, layer{.c = 4, .act = activation::relu, .y_zero = -128}>();
  conv2d<TestType, layer{.c = 4, .act = activation::relu, .y_zero = -100}>();
  conv2d<TestType, layer{.c = 4, .act = activation::relu6, .round = rounding::tflite_single}>();
  conv2d<TestType,
         layer{.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up, .shift = 1}>();
  conv2d<TestType,
         layer{.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up, .shift = 31}>();
  conv2d<TestType, layer{.how = scheme::q, .act = activation::clamp, .round = rounding::half_up}>();
}
TEMPLATE_TEST_CASE("all kinds of weights by vectors of bytes equal the generic kernel", "[x86_64]",
                   by_vnni, by_avx2) {
  conv2d<TestType, layer{.c = 5, .oc = 17, .weights = 3}>();
  conv2d<TestType, layer{.c = 8, .oc = 33, .x_zero = -128, .weights = 3}>();
  conv2d<TestType, layer{.c = 5, .oc = 17, .weights = 5}>();
  conv2d<TestType, layer{.c = 16, .oc = 24, .x_zero = 127, .weights = 5}>();
  conv2d<TestType, with(pointwise, [](layer& l) { l.weights = 3; })>();
  conv2d<TestType, with(pointwise, [](layer& l) { l.weights = 5; })>();
  depthwise<TestType, layer{.c = 24, .weights = 3}>();
  depthwise<TestType, layer{.c = 24, .kh = 5, .kw = 2, .weights = 5}>();
  dense<TestType, layer{.c = 128, .oc = 128, .kh = 1, .kw = 1, .weights = 3}>();
  dense<TestType, layer{.c = 67, .oc = 9, .kh = 1, .kw = 1, .weights = 5}>();
}
TEMPLATE_TEST_CASE("filters of one code by vectors of bytes equal the generic kernel", "[x86_64]",
                   by_vnni, by_avx2) {
  conv2d<TestType,
         with(pointwise, [](layer& l) { l.bias = 1'000'000'000; })>();  // beyond what others have
  conv2d<TestType, with(pointwise, [](layer& l) { l.bias = 500'000'000, l.factor = 8e-8; })>();
  conv2d<TestType, layer{.c = 4, .oc = 17, .y_zero = -5, .factor = 1e-10, .bias = 1'000'000'000}>();
  depthwise<TestType, layer{.c = 8, .bias = 400'000}>();
}
TEMPLATE_TEST_CASE("depthwise_conv2d by vectors of bytes equals the generic kernel", "[x86_64]",
                   by_vnni, by_avx2) {
  channel_windows<TestType, scheme::channels, 8>();
  channel_windows<TestType, scheme::q, 24>();
  channel_windows<TestType, scheme::tensor, 64>();
  depthwise<TestType, layer{.h = 9, .w = 17, .c = 16, .stride = 2, .x_zero = -128, .weights = 2}>();
  depthwise<TestType, layer{.h = 6, .w = 12, .c = 32, .act = activation::relu, .y_zero = -128}>();
  depthwise<TestType, layer{.h = 5, .w = 5, .c = 128, .stride = 2, .x_zero = 127}>();
}
TEMPLATE_TEST_CASE("two rows of depthwise_conv2d at once equal the generic kernel", "[x86_64]",
                   by_vnni, by_avx2) {
  depthwise<TestType, layer{.n = 2, .h = 7, .w = 9, .c = 16, .x_zero = 127}>();
  depthwise<TestType, layer{.h = 4, .w = 11, .c = 32, .kh = 2, .kw = 4, .weights = 5}>();
  depthwise<TestType, layer{.h = 5, .w = 6, .c = 48, .kh = 1, .kw = 5, .x_zero = -128}>();
  depthwise<TestType, layer{.n = 3, .h = 3, .w = 4, .c = 112, .around = etch::valid}>();
  depthwise<TestType, layer{.h = 2, .w = 1, .c = 40, .kw = 2, .weights = 2}>();
  depthwise<TestType, layer{.h = 8, .w = 4, .c = 32, .x_zero = 127, .weights = 6}>();
  // vectors of channels one after the other; columns that no registers hold
  depthwise<TestType, layer{.h = 3, .w = 5, .c = 256, .x_zero = 127}>();
  depthwise<TestType, layer{.h = 2, .w = 3, .c = 328}>();
  depthwise<TestType, layer{.h = 3, .w = 9, .c = 64, .kw = 7}>();
  depthwise<TestType, layer{.h = 6, .w = 5, .c = 64, .act = activation::relu, .weights = 3}>();
}
TEMPLATE_TEST_CASE("dense by vectors of bytes equals the generic kernel", "[x86_64]", by_vnni,
                   by_avx2) {
  dense<TestType, layer{.c = 640, .oc = 128, .kh = 1, .kw = 1, .act = activation::relu}>();
  dense<TestType, layer{.c = 128, .oc = 8, .kh = 1, .kw = 1}>();
  dense<TestType, layer{.c = 63, .oc = 10, .kh = 1, .kw = 1, .how = scheme::tensor}>();
  each_of<shapes::denses, scheme::q>([]<layer L>() { dense<TestType, L>(); });
  each_of<shapes::denses, scheme::channels>([]<layer L>() { dense<TestType, L>(); });
}
TEMPLATE_TEST_CASE("weights of 4 bits are bytes to kernels by vectors of bytes", "[x86_64]",
                   by_vnni, by_avx2) {
  conv2d<TestType, layer{.h = 5, .c = 3, .how = scheme::int4}>();
  depthwise<TestType, layer{.h = 5, .c = 32, .how = scheme::int4}>();
  dense<TestType, layer{.c = 23, .oc = 17, .kh = 1, .kw = 1, .how = scheme::int4}>();
}
TEMPLATE_TEST_CASE("kernels by vectors of bytes leave to others what they cannot do", "[x86_64]",
                   by_vnni, by_avx2) {
  using kernel = typename TestType::conv2d;
  const auto takes = []<layer L>() {
    return kernel::template accepts<etch::call<tried<L, kind::conv2d>::node, 0>>;
  };
  STATIC_REQUIRE(takes.template operator()<pointwise>());
  STATIC_REQUIRE(!takes.template operator()<with(pointwise, [](layer& l) { l.factor = 0.6; })>());
  constexpr auto many_sums_of_31_bits = [](layer& l) { l.bias = 1'000'000'000, l.factor = 1e-7; };
  STATIC_REQUIRE(!takes.template operator()<with(pointwise, many_sums_of_31_bits)>());
  STATIC_REQUIRE(!takes.template operator()<with(pointwise, [](layer& l) { l.groups = 2; })>());
  STATIC_REQUIRE(!takes.template operator()<layer{.dilation = {1, 2}}>());
  STATIC_REQUIRE(!takes.template operator()<layer{.round = rounding::half_away}>());
}
