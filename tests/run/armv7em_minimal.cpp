// conv2d of Armv7E-M by minimal filtering: the generic kernel's codes, whatever the size, the
// padding, the memory for its rows and the epilogue.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33
#include <etch/kernel/armv7em.hpp>

#include "../support/shapes.hpp"
#include "../support/tried.hpp"

namespace {

using namespace test;
using etch::activation, etch::rounding;

template <layer L>
using call_of = etch::call<tried<L, kind::conv2d>::node, 0>;
using minimal = etch::conv2d_s8_s8_s8_2x8_smlad;

template <layer L>
void conv2d() {
  static_assert(minimal::accepts<call_of<L>>);
  check_layer<kind::conv2d, L, minimal, ETCH_HAS_DSP != 0>();
}
constexpr layer like(scheme how, layer l) {
  l.how = how;
  return l;
}
constexpr layer by_shift(layer l) {
  l.how = scheme::q, l.round = rounding::half_up;
  return l;
}
constexpr auto channels = scheme::channels, tensor = scheme::tensor;

}  // namespace

TEST_CASE("minimal filtering equals the generic kernel for any width and padding", "[armv7em]") {
  conv2d<like(channels, {.h = 9, .w = 16, .c = 8, .oc = 4})>();
  conv2d<like(tensor, {.n = 2, .h = 5, .w = 21, .c = 8, .oc = 6})>();
  conv2d<like(channels, {.h = 19, .w = 33, .c = 16, .oc = 6, .x_zero = -128})>();
  conv2d<like(channels, {.h = 7, .w = 19, .c = 8, .oc = 4, .around = etch::valid})>();
  conv2d<like(tensor, {.n = 2,
                       .h = 4,
                       .w = 20,
                       .c = 24,
                       .oc = 4,
                       .around = etch::pad(0, 2, 2, 1),
                       .x_zero = 127})>();
  conv2d<like(channels, {.h = 2, .w = 31, .c = 8, .oc = 6})>();
  conv2d<like(channels, {.h = 1, .w = 13, .c = 16, .oc = 4})>();
}
TEST_CASE("minimal filtering has all epilogues", "[armv7em]") {
  conv2d<like(channels, {.h = 6, .w = 17, .oc = 4, .act = activation::relu})>();
  conv2d<like(tensor, {.h = 6, .w = 17, .oc = 4, .act = activation::clamp})>();
  conv2d<like(channels, {.h = 6, .w = 17, .oc = 6, .act = activation::relu6, .y_zero = 10})>();
  conv2d<like(channels, {.h = 6, .w = 17, .oc = 4, .round = rounding::tflite_single})>();
  conv2d<like(
      tensor,
      {.h = 6, .w = 17, .oc = 4, .act = activation::clamp, .round = rounding::tflite_single})>();
}
TEST_CASE("minimal filtering holds weights and codes at their ends", "[armv7em]") {
  conv2d<like(channels, {.h = 4, .w = 16, .oc = 4, .x_zero = -128, .weights = 1})>();
  conv2d<like(channels, {.h = 4, .w = 16, .oc = 4, .x_zero = 127, .weights = 2})>();
  conv2d<like(tensor, {.h = 4, .w = 16, .c = 16, .oc = 4, .weights = 4})>();
}
TEST_CASE("minimal filtering of five columns is that of three and of two", "[armv7em]") {
  conv2d<by_shift({.h = 9, .w = 32, .c = 3, .oc = 8, .kh = 5, .kw = 5})>();
  conv2d<like(channels, {.n = 2, .h = 7, .w = 17, .c = 4, .oc = 6, .kh = 5, .kw = 5})>();
  conv2d<like(
      tensor,
      {.h = 8, .w = 27, .c = 1, .oc = 4, .kh = 5, .kw = 5, .around = etch::valid, .weights = 2})>();
  conv2d<like(channels, {.h = 6,
                         .w = 20,
                         .c = 6,
                         .oc = 4,
                         .kh = 5,
                         .kw = 5,
                         .around = etch::pad(0, 4, 1, 3),
                         .x_zero = 127,
                         .weights = 4})>();
}
TEST_CASE("sums of minimal filtering end by a shift", "[armv7em]") {
  conv2d<by_shift({.h = 6, .w = 17, .oc = 4, .act = activation::relu})>();
  conv2d<by_shift({.h = 6, .w = 17, .c = 7, .oc = 6, .act = activation::clamp})>();
  conv2d<by_shift({.h = 6, .w = 17, .oc = 4, .shift = 0, .weights = 1})>();
}
TEST_CASE("minimal filtering skips gaps and takes groups of channels", "[armv7em]") {
  conv2d<like(channels, {.h = 9, .w = 19, .c = 8, .oc = 4, .dilation = 2})>();
  conv2d<like(tensor, {.n = 2,
                       .h = 7,
                       .w = 27,
                       .c = 8,
                       .oc = 4,
                       .dilation = {1, 3},
                       .x_zero = 127,
                       .weights = 1})>();
  conv2d<like(channels,
              {.h = 16, .w = 22, .c = 16, .oc = 6, .around = etch::valid, .dilation = {3, 1}})>();
  conv2d<like(channels, {.n = 2, .h = 5, .w = 17, .c = 16, .oc = 8, .x_zero = 9, .groups = 2})>();
  conv2d<by_shift({.h = 6, .w = 18, .c = 21, .oc = 6, .dilation = {2, 1}, .groups = 3})>();
  conv2d<by_shift({.h = 12,
                   .w = 22,
                   .c = 6,
                   .oc = 8,
                   .kh = 5,
                   .kw = 5,
                   .around = etch::pad(3, 3, 3, 3),
                   .dilation = 2,
                   .act = activation::relu,
                   .groups = 2})>();
}
TEST_CASE("minimal filtering takes weights with a zero point", "[armv7em]") {
  constexpr auto zeros = scheme::zeros;
  conv2d<like(zeros, {.n = 2, .h = 9, .w = 16, .c = 8, .oc = 4, .x_zero = -128})>();
  conv2d<like(zeros, {.h = 6, .w = 19, .c = 7, .oc = 6, .act = activation::relu, .weights = 1})>();
  conv2d<like(zeros, {.h = 7, .w = 18, .c = 16, .oc = 4, .dilation = 2, .groups = 2})>();
  conv2d<like(zeros, {.h = 8, .w = 13, .c = 3, .oc = 4, .kh = 5, .kw = 5, .x_zero = 127})>();
}
TEST_CASE("minimal filtering takes few weights, in windows of 3 x 3 or 5 x 5", "[armv7em]") {
  static_assert(minimal::accepts<call_of<layer{.h = 16, .w = 16, .c = 16, .oc = 16}>>);
  static_assert(!minimal::accepts<call_of<layer{.h = 16, .w = 16, .c = 32, .oc = 32}>>);
  static_assert(!minimal::accepts<call_of<layer{.w = 7}>>);
  static_assert(!minimal::accepts<call_of<layer{.w = 16, .stride = 2}>>);
  static_assert(!minimal::accepts<call_of<layer{.w = 16, .c = 4}>>);
  static_assert(!minimal::accepts<call_of<layer{.w = 16, .oc = 5}>>);
  static_assert(!minimal::accepts<call_of<layer{.w = 16, .kh = 5}>>);
  static_assert(!minimal::accepts<call_of<layer{.w = 15, .dilation = 2}>>);
  static_assert(!minimal::accepts<call_of<layer{.w = 16, .c = 16, .oc = 6, .groups = 2}>>);
}
