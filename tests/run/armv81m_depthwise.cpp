// depthwise_conv2d of Armv8.1-M by two rows of output equals the generic kernel on every code.
// PROCESSORS: cortex-m55
#include <etch/kernel/armv81m.hpp>

#include "../support/shapes.hpp"

namespace {

using namespace test;
using etch::activation, etch::pad, etch::rounding;

constexpr bool has_mve = ETCH_HAS_MVE != 0;

template <layer L>
void depthwise() {
  check_layer<kind::depthwise, L, etch::depthwise_conv2d_s8_s8_s8_2x4_vmladav, has_mve>();
}
template <activation A>
constexpr layer with(int c, scheme how, rounding round) {
  return {.h = 6, .w = 8, .c = c, .kh = 5, .kw = 5, .how = how, .act = A, .round = round};
}

}  // namespace

TEST_CASE("depthwise_conv2d by two rows equals the generic kernel", "[armv81m]") {
  // two vectors a window: at every side, more than 16 channels, parts of a row, two images
  depthwise<layer{.n = 2, .h = 5, .w = 7, .c = 19, .kh = 5, .kw = 5}>();
  depthwise<layer{.h = 6, .w = 26, .c = 16, .kh = 5, .kw = 5, .x_zero = -128, .weights = 2}>();
  depthwise<layer{.h = 8, .w = 9, .c = 33, .kh = 5, .kw = 5, .around = etch::valid}>();
  depthwise<layer{.h = 6, .w = 7, .c = 3, .kh = 4, .kw = 4, .around = pad(3, 1, 2, 3)}>();
  depthwise<layer{.h = 9, .w = 5, .c = 16, .kh = 6, .kw = 3, .x_zero = 127, .weights = 1}>();
  // columns of an odd number of rows; strides
  depthwise<layer{.n = 2, .h = 9, .w = 15, .c = 18, .stride = 2}>();
  depthwise<layer{.h = 9, .w = 31, .c = 16, .stride = {1, 2}, .x_zero = 127}>();
  depthwise<layer{.h = 10, .w = 7, .c = 5, .kh = 2, .kw = 2, .stride = {3, 1}}>();
  // one vector holds two windows; dilation
  depthwise<layer{.n = 2, .h = 11, .w = 13, .c = 17, .dilation = 2}>();
  depthwise<layer{.h = 7, .w = 29, .c = 16, .dilation = {3, 2}, .x_zero = -128, .weights = 3}>();
  depthwise<layer{.h = 9, .w = 14, .c = 4, .kh = 5, .kw = 5, .dilation = {1, 3}}>();
}
TEST_CASE("depthwise_conv2d by two rows takes weights with a zero point", "[armv81m]") {
  depthwise<layer{.n = 2, .h = 5, .w = 7, .c = 19, .how = scheme::zeros}>();
  depthwise<layer{.h = 9, .w = 8, .c = 16, .stride = 2, .how = scheme::zeros, .x_zero = -128}>();
  depthwise<layer{.h = 7, .w = 11, .c = 3, .dilation = 2, .how = scheme::zeros, .weights = 2}>();
  static constexpr const auto& wide =
      tried<layer{.kh = 5, .kw = 5, .how = scheme::zeros}, kind::depthwise>::node;
  CHECK_FALSE(etch::depthwise_conv2d_s8_s8_s8_2x4_vmladav::accepts<etch::call<wide, 0>>);
}
TEST_CASE("depthwise_conv2d by two rows ends sums in every way", "[armv81m]") {
  depthwise<with<activation::relu>(16, scheme::channels, rounding::tflite_double)>();
  depthwise<with<activation::clamp>(16, scheme::tensor, rounding::tflite_double)>();
  depthwise<with<activation::none>(5, scheme::halves, rounding::tflite_single)>();
  depthwise<with<activation::none>(16, scheme::channels, rounding::xnnpack)>();
  depthwise<with<activation::none>(3, scheme::q, rounding::half_up)>();
  depthwise<with<activation::none>(3, scheme::q, rounding::toward_zero)>();
  depthwise<with<activation::none>(3, scheme::q, rounding::half_away)>();
}
