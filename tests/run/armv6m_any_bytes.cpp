// The kernels of Armv6-M for 8-bit codes with any zero points equal the generic ones on every
// code: unsigned codes, weights of 9 bits, roundings of all kinds. Elsewhere only what is known at
// compile time.
// PROCESSORS: cortex-m0
#include <etch/kernel/armv6m.hpp>

#include "../support/byte_layers.hpp"

namespace {

struct by_muls {
  using conv2d = etch::conv2d_u8_u8_u8_2x2_muls;
  using dense = etch::dense_u8_u8_u8_4x1_muls;
  using depthwise = etch::depthwise_conv2d_u8_u8_u8_4x1_muls;
  static constexpr bool runs = ETCH_HAS_M_PROFILE != 0;
};
using checked = test::byte_layers<by_muls>;

}  // namespace

TEST_CASE("conv2d of any 8-bit codes equals the generic kernel", "[armv6m]") { checked::windows(); }
TEST_CASE("layers of any 8-bit codes widen rows in pieces", "[armv6m]") { checked::pieces(); }
TEST_CASE("layers of any 8-bit codes round as the generic kernels", "[armv6m]") {
  checked::roundings();
}
TEST_CASE("dense of any 8-bit codes equals the generic kernel", "[armv6m]") { checked::denses(); }
TEST_CASE("depthwise_conv2d of any 8-bit codes equals the generic kernel", "[armv6m]") {
  checked::channels();
}

TEST_CASE("depthwise_conv2d by MULS takes weights with a zero point", "[armv6m]") {
  using kernel = etch::depthwise_conv2d_s8_s8_s16_1x1_muls;
  const auto check = []<test::layer L>() {
    test::check_layer<test::kind::depthwise, L, kernel, by_muls::runs>();
  };
  test::each_of<test::shapes::channel_windows, test::scheme::zeros, 7>(check);
  test::each_of<test::shapes::channel_windows, test::scheme::zeros, 20>(check);
}
TEST_CASE("layers of weights of 4 bits equal the generic kernels", "[armv6m]") {
  test::bytes::narrow_layers<etch::conv2d_s8_s8_s4_2x2_muls, etch::dense_s8_s8_s4_4x1_muls,
                             by_muls::runs>::all();
}
TEST_CASE("layers of weights of 4 bits by eight filters equal the generic kernels", "[armv6m]") {
  using checked = test::bytes::narrow_layers<etch::conv2d_s8_s8_s4_8x1_muls,
                                             etch::dense_s8_s8_s4_8x1_muls, by_muls::runs>;
  checked::all<10>();
  checked::eights();
  checked::groups();
}
TEST_CASE("conv2d and dense of bytes take weights with a zero point", "[armv6m]") {
  using test::as, test::kind, test::layer, test::scheme;
  const auto conv2d = []<layer L>() {
    constexpr layer l = as(layer{L}, scheme::zeros);
    using c = etch::call<test::tried<l, kind::conv2d>::node, 0>;
    using patches = etch::conv2d_s8_s8_s8_1x4_muls;
    test::check_layer<kind::conv2d, l, etch::conv2d_s8_s8_s8_8x1_muls, by_muls::runs>();
    test::check_layer<kind::conv2d, l, etch::conv2d_s8_s8_s8_8x1_ldrb, by_muls::runs>();
    static_assert(l.weights != 3 || patches::accepts<c>);
    if constexpr (patches::accepts<c>) test::check_layer<kind::conv2d, l, patches, by_muls::runs>();
  };
  conv2d.operator()<layer{.n = 2, .h = 5, .w = 6, .c = 12, .oc = 11, .weights = 3}>();
  // windows whose last word is not whole
  conv2d.operator()<layer{.h = 4, .w = 5, .c = 5, .oc = 9, .x_zero = -128, .weights = 3}>();
  conv2d.operator()<layer{
      .h = 4, .w = 5, .c = 16, .oc = 8, .stride = 2, .x_zero = 127, .weights = 3, .groups = 2}>();
  // sums of codes that leave 16 bits, and the least of all weights
  conv2d.operator()<layer{.h = 2, .w = 3, .c = 160, .oc = 9, .factor = 1e-4, .weights = 3}>();
  conv2d.operator()<layer{.h = 3, .w = 5, .c = 4, .oc = 3, .weights = 2}>();
  using patched = etch::call<
      test::tried<as(layer{.h = 3, .w = 5, .c = 4, .oc = 3, .weights = 2}, scheme::zeros),
                  kind::conv2d>::node,
      0>;
  static_assert(!etch::conv2d_s8_s8_s8_1x4_muls::accepts<patched>);
  const auto dense = []<layer L>() {
    test::check_layer<kind::dense, L, etch::dense_s8_s8_s8_8x1_muls, by_muls::runs>();
  };
  test::each_of<test::shapes::denses, scheme::zeros>(dense);
}
