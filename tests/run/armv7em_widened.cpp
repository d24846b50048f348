// conv2d of Armv7E-M by minimal filtering of weights that lie as bytes: the generic kernel's codes,
// and when it is chosen.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33
#include <etch/kernel/armv7em.hpp>

#include "../support/shapes.hpp"
#include "../support/tried.hpp"

namespace {

using namespace test;
using etch::activation, etch::rounding;
using widened = etch::conv2d_s8_s8_s8_2x8_sxtb16;

template <layer L>
using call_of = etch::call<tried<L, kind::conv2d>::node, 0>;
template <layer L>
void conv2d() {
  static_assert(widened::accepts<call_of<L>>);
  check_layer<kind::conv2d, L, widened, ETCH_HAS_DSP != 0>();
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

TEST_CASE("weights of three columns are widened", "[armv7em]") {
  conv2d<like(channels, {.h = 9, .w = 40, .c = 16, .oc = 6, .x_zero = -128, .weights = 1})>();
  conv2d<like(tensor, {.n = 2, .h = 2, .w = 33, .c = 8, .oc = 4, .x_zero = 127, .weights = 2})>();
  conv2d<like(channels, {.h = 7, .w = 41, .c = 7, .oc = 4, .around = etch::valid, .weights = 4})>();
  conv2d<by_shift({.h = 6, .w = 40, .oc = 4, .act = activation::relu})>();
  conv2d<like(channels, {.h = 6, .w = 40, .oc = 6, .act = activation::clamp, .weights = 3})>();
}
TEST_CASE("filters of one code have no widened weights", "[armv7em]") {
  conv2d<like(channels, {.h = 6, .w = 40, .oc = 12, .act = activation::relu, .bias = 1'500'000})>();
  conv2d<like(tensor, {.h = 6, .w = 40, .oc = 12, .y_zero = 3, .bias = 1'500'000})>();
}
TEST_CASE("weights of five columns are widened", "[armv7em]") {
  conv2d<by_shift({.h = 9, .w = 48, .c = 3, .oc = 6, .kh = 5, .kw = 5, .weights = 1})>();
  conv2d<like(channels, {.h = 2, .w = 48, .c = 8, .oc = 4, .kh = 5, .kw = 5, .weights = 2})>();
}
TEST_CASE("bytes are for weights that are widened seldom, or are many", "[armv7em]") {
  static_assert(widened::accepts<call_of<layer{.h = 8, .w = 32, .c = 32, .oc = 32}>>);
  static_assert(!widened::accepts<call_of<layer{.h = 16, .w = 16, .c = 8, .oc = 4}>>);
  static_assert(!widened::accepts<call_of<layer{.h = 8, .w = 28, .c = 32, .oc = 4}>>);
  static_assert(!widened::accepts<call_of<layer{.h = 16, .w = 16, .c = 64, .oc = 64}>>);
  static_assert(!widened::accepts<call_of<layer{.h = 9, .w = 40, .c = 16, .oc = 5}>>);
}
