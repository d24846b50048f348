// Weights of 4 bits by Armv7E-M, which stay as narrow in flash, and by the channels of every
// Cortex-M, which take them as bytes: the generic kernel's codes.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33
#include <etch/kernel/armv7em.hpp>

#include "../support/shapes.hpp"
#include "../support/tried.hpp"

namespace {

using namespace test;
using etch::activation, etch::rounding;

template <layer L>
void conv2d() {
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s4_2x4_smlad, ETCH_HAS_DSP != 0>();
}
/// By minimal filtering.
template <layer L>
void by_minimal_filtering() {
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s4_2x8_smlad, ETCH_HAS_DSP != 0>();
}
template <layer L>
void dense() {
  check_layer<kind::dense, L, etch::dense_s8_s8_s4_4x1_smlad, ETCH_HAS_DSP != 0>();
}
constexpr layer narrow(int c, layer l = {}) {
  l.c = c, l.how = scheme::int4;
  return l;
}
constexpr layer row(int k, int o, layer l = {}) {
  l.c = k, l.oc = o, l.kh = l.kw = 1, l.how = scheme::int4;
  return l;
}
template <kind K, layer L, class Kernel>
constexpr bool takes = Kernel::template accepts<etch::call<tried<L, K>::node, 0>>;

}  // namespace

TEST_CASE("conv2d by pairs of nibbles equals the generic kernel", "[armv7em]") {
  constexpr auto check = []<layer L>() { conv2d<L>(); };
  each_of<shapes::windows, scheme::int4, 1>(check);
  each_of<shapes::windows, scheme::int4, 3>(check);
  each_of<shapes::windows, scheme::int4, 8>(check);
}
TEST_CASE("conv2d by pairs of nibbles takes gaps and groups", "[armv7em]") {
  constexpr auto check = []<layer L>() { conv2d<L>(); };
  each_of<shapes::dilated_windows, scheme::int4, 3>(check);
  each_of<shapes::grouped_windows, scheme::int4, 12>(check);
}
TEST_CASE("conv2d by pairs of nibbles ends as the generic kernel", "[armv7em]") {
  conv2d<narrow(5, {.oc = 6, .weights = 1})>();
  conv2d<narrow(4, {.oc = 5, .act = activation::relu, .weights = 2})>();
  conv2d<narrow(2, {.act = activation::relu6, .round = rounding::tflite_single, .y_zero = 10})>();
  conv2d<narrow(6, {.oc = 8, .weights = 3})>();
  conv2d<narrow(8, {.oc = 7, .kh = 1, .kw = 1, .x_zero = -128})>();
}
TEST_CASE("minimal filtering unpacks nibbles", "[armv7em]") {
  // with memory for more rows, and without
  by_minimal_filtering<narrow(16, {.h = 28, .w = 28, .x_zero = -128})>();
  by_minimal_filtering<narrow(8, {.n = 2, .h = 5, .w = 33, .oc = 6})>();
  by_minimal_filtering<narrow(7, {.h = 19, .w = 21, .oc = 4, .around = etch::valid})>();
  by_minimal_filtering<narrow(24, {.h = 9, .w = 50, .oc = 4, .weights = 1})>();
  by_minimal_filtering<narrow(8, {.h = 2, .w = 31, .oc = 6, .x_zero = 127, .weights = 2})>();
}
TEST_CASE("minimal filtering unpacks five columns of nibbles", "[armv7em]") {
  by_minimal_filtering<narrow(3, {.h = 9, .w = 32, .oc = 8, .kh = 5, .kw = 5})>();
  by_minimal_filtering<narrow(8, {.n = 2, .h = 8, .w = 41, .oc = 4, .kh = 5, .kw = 5})>();
  by_minimal_filtering<narrow(5, {.h = 7, .w = 40, .oc = 6, .kh = 5, .kw = 5, .weights = 2})>();
}
TEST_CASE("minimal filtering of nibbles ends as the generic kernel", "[armv7em]") {
  by_minimal_filtering<narrow(8, {.h = 6, .w = 33, .oc = 4, .act = activation::relu})>();
  by_minimal_filtering<narrow(
      8, {.h = 6, .w = 33, .oc = 6, .act = activation::clamp, .round = rounding::tflite_single})>();
}
TEST_CASE("minimal filtering of nibbles takes gaps and groups", "[armv7em]") {
  by_minimal_filtering<narrow(8, {.h = 30, .w = 39, .oc = 4, .dilation = 2})>();
  by_minimal_filtering<narrow(16, {.h = 30, .w = 33, .oc = 8, .x_zero = 9, .groups = 2})>();
}
TEST_CASE("dense by fours of nibbles equals the generic kernel", "[armv7em]") {
  dense<row(1, 1)>();
  dense<row(7, 13)>();
  dense<row(23, 5, {.n = 3, .act = activation::relu, .weights = 1})>();
  dense<row(64, 10, {.x_zero = -128, .weights = 2})>();
  dense<row(129, 6, {.act = activation::clamp, .round = rounding::tflite_single})>();
  // a pass and more, of the largest sums of 4096 times a product
  dense<row(508, 4, {.weights = 1})>();
  dense<row(1021, 7, {.x_zero = 127, .weights = 1})>();
  dense<row(1100, 5, {.weights = 2})>();
}
TEST_CASE("weights of 4 bits take half the flash of bytes", "[armv7em]") {
  using narrow_conv = etch::call<tried<narrow(8, {.weights = 3}), kind::conv2d>::node, 0>;
  using wide_conv = etch::call<tried<layer{.weights = 3}, kind::conv2d>::node, 0>;
  constexpr int weights = 16 * 3 * 3 * 8;
  constexpr int wide = etch::constant_size<etch::conv2d_s8_s8_s8_2x4_smlad, wide_conv>;
  constexpr int half = etch::constant_size<etch::conv2d_s8_s8_s4_2x4_smlad, narrow_conv>;
  // of other constants the wide pairs, neighbours, keep five words fewer
  constexpr int pairs = 8, of_pairs = 5 * 4 * pairs;
  CHECK(wide - half > weights / 2 - of_pairs);
  CHECK(wide - half <= weights / 2);
}
TEST_CASE("pairs of nibbles are of weights of at most 4 bits", "[armv7em]") {
  static_assert(!takes<kind::conv2d, layer{}, etch::conv2d_s8_s8_s4_2x4_smlad>);
  static_assert(!takes<kind::conv2d, narrow(8), etch::conv2d_s8_s8_s8_2x4_smlad>);
  static_assert(!takes<kind::dense, row(8, 8), etch::dense_s8_s8_s8_4x1_smlad>);
  using minimal = etch::conv2d_s8_s8_s4_2x8_smlad;
  static_assert(!takes<kind::conv2d, layer{.h = 28, .w = 28}, minimal>);
  static_assert(takes<kind::conv2d, narrow(32, {.h = 16, .w = 20, .oc = 32}), minimal>);
  static_assert(!takes<kind::conv2d, narrow(8, {.h = 28, .w = 7}), minimal>);
  static_assert(!takes<kind::conv2d, narrow(8, {.h = 28, .w = 28, .oc = 5}), minimal>);
  // a strip in a sixteenth of small values
  static_assert(!takes<kind::conv2d, narrow(8, {.h = 9, .w = 19, .dilation = 2}), minimal>);
  // 16 times a sum has to stay in 32 bits
  constexpr layer one = row(4096, 4, {.factor = 1.5e-7, .bias = 200'000'000});
  static_assert(!takes<kind::conv2d, one, etch::conv2d_s8_s8_s4_2x4_smlad>);
  static_assert(takes<kind::dense, one, etch::dense_s8_s8_s4_4x1_smlad>);
}
TEST_CASE("channels take weights of 4 bits as bytes", "[armv7em]") {
  constexpr layer some = narrow(11, {.stride = 2});
  check_layer<kind::depthwise, some, etch::depthwise_conv2d_s8_s8_s8_4x1_smlabb,
              ETCH_HAS_DSP != 0>();
  check_layer<kind::depthwise, narrow(6), etch::depthwise_conv2d_s8_s8_s8_2x2_smlad,
              ETCH_HAS_DSP != 0>();
}
