// Weights of 4 bits by Armv8.1-M, which stay as narrow in flash, and XNNPACK's rounding by all
// kernels of bytes: the generic kernels' codes.
// PROCESSORS: cortex-m55
#include <etch/kernel/armv81m.hpp>

#include "../support/shapes.hpp"
#include "../support/tried.hpp"

namespace {

using namespace test;
using etch::activation, etch::rounding;

template <layer L, class Kernel>
void of_conv2d() {
  check_layer<kind::conv2d, L, Kernel, ETCH_HAS_MVE != 0>();
}
template <layer L>
void conv2d() {
  of_conv2d<L, etch::conv2d_s8_s8_s8_2x4_vmladava>();
}
template <layer L, class Kernel>
void channels() {
  check_layer<kind::depthwise, L, Kernel, ETCH_HAS_MVE != 0>();
}
template <layer L>
void dense() {
  check_layer<kind::dense, L, etch::dense_s8_s8_s8_8x1_vmladava, ETCH_HAS_MVE != 0>();
}

constexpr layer halves{.c = 4, .how = scheme::halves, .round = rounding::xnnpack};
constexpr layer limited{.kh = 5, .act = activation::relu, .round = rounding::xnnpack};
constexpr layer of(int c, layer l = halves) {
  l.c = c;
  return l;
}
constexpr layer row(int k, int o, int weights = 0) {
  return {.c = k, .oc = o, .kh = 1, .kw = 1, .how = scheme::int4, .weights = weights};
}

}  // namespace

TEST_CASE("kernels of bytes round as XNNPACK", "[armv81m]") {
  conv2d<halves>();
  conv2d<of(16, limited)>();
  of_conv2d<halves, etch::conv2d_s8_s8_s8_2x4_vmladav>();
  of_conv2d<of(5), etch::conv2d_s8_s8_s8_2x4_vmladav>();
  of_conv2d<of(9), etch::conv2d_s8_s8_s8_2x4_vmladava_lines>();
  of_conv2d<of(3, limited), etch::conv2d_s8_s8_s8_8x1_vmladava>();
  channels<of(16), etch::depthwise_conv2d_s8_s8_s8_4x1_vmladav>();
  channels<layer{.c = 17, .stride = 2, .act = activation::relu, .round = rounding::xnnpack},
           etch::depthwise_conv2d_s8_s8_s8_4x1_vmladav>();
  channels<of(40), etch::depthwise_conv2d_s8_s8_s8_1x16_vmullb>();
  channels<of(16, limited), etch::depthwise_conv2d_s8_s8_s8_1x16_vmullb>();
  dense<layer{.c = 63, .oc = 15, .kh = 1, .kw = 1, .round = rounding::xnnpack}>();
}
TEST_CASE("weights of 4 bits lie two in a byte", "[armv81m]") {
  constexpr auto check = []<layer L>() { conv2d<L>(); };
  each_of<shapes::windows, scheme::int4, 3>(check);
  each_of<shapes::windows, scheme::int4, 16>(check);
  each_of<shapes::grouped_windows, scheme::int4, 12>(check);
  conv2d<layer{.h = 6, .w = 9, .c = 32, .oc = 5, .how = scheme::int4, .weights = 1}>();
  conv2d<layer{.h = 5, .w = 8, .c = 16, .oc = 1, .how = scheme::int4, .weights = 2}>();
  dense<row(1, 1)>();
  dense<row(23, 13, 1)>();
  dense<row(64, 10, 2)>();
  dense<row(129, 8)>();
  using narrow = etch::call<tried<row(64, 16), kind::dense>::node, 0>;
  CHECK(etch::constant_size<etch::dense_s8_s8_s8_8x1_vmladava, narrow> < 64 * 16 / 2 + 16 * 9 + 40);
  // 16 times a sum has to stay in 32 bits
  static constexpr layer one{.c = 4096,
                             .oc = 4,
                             .kh = 1,
                             .kw = 1,
                             .how = scheme::int4,
                             .factor = 1.5e-7,
                             .bias = 200'000'000};
  static_assert(
      !etch::dense_s8_s8_s8_8x1_vmladava::accepts<etch::call<tried<one, kind::dense>::node, 0>>);
}
