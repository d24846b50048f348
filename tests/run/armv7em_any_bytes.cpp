// The kernels of Armv7E-M for 8-bit codes with any zero points equal the generic ones on every
// code: unsigned codes, weights of 9 bits, roundings of all kinds. Elsewhere only what is known at
// compile time.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33 cortex-m55
#include <etch/kernel/armv7em.hpp>

#include "../support/byte_layers.hpp"

namespace {

struct by_smlad {
  using conv2d = etch::conv2d_u8_u8_u8_2x2_smlad;
  using dense = etch::dense_u8_u8_u8_2x2_smlad;
  using depthwise = etch::depthwise_conv2d_u8_u8_u8_4x1_smlabb;
  static constexpr bool runs = ETCH_HAS_DSP != 0;
};
using checked = test::byte_layers<by_smlad>;

}  // namespace

TEST_CASE("conv2d of any 8-bit codes equals the generic kernel", "[armv7em]") {
  checked::windows();
}
TEST_CASE("layers of any 8-bit codes widen rows in pieces", "[armv7em]") { checked::pieces(); }
TEST_CASE("layers of any 8-bit codes round as the generic kernels", "[armv7em]") {
  checked::roundings();
}
TEST_CASE("dense of any 8-bit codes equals the generic kernel", "[armv7em]") { checked::denses(); }
TEST_CASE("depthwise_conv2d of any 8-bit codes equals the generic kernel", "[armv7em]") {
  checked::channels();
}
TEST_CASE("depthwise_conv2d by SMLABB takes weights with a zero point", "[armv7em]") {
  using kernel = etch::depthwise_conv2d_s8_s8_s8_4x1_smlabb;
  const auto check = []<test::layer L>() {
    test::check_layer<test::kind::depthwise, L, kernel, by_smlad::runs>();
  };
  test::each_of<test::shapes::channel_windows, test::scheme::zeros, 7>(check);
  test::each_of<test::shapes::channel_windows, test::scheme::zeros, 8>(check);
  constexpr test::layer by_fpu{.h = 7,
                               .w = 12,
                               .c = 5,
                               .dilation = {3, 1},
                               .how = test::scheme::zeros,
                               .act = etch::activation::relu,
                               .round = etch::rounding::xnnpack,
                               .x_zero = 0,
                               .y_zero = -128,
                               .factor = 0.01,
                               .weights = 1};
  check.template operator()<by_fpu>();
}
