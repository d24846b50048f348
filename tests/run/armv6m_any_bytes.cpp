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
}
