// The kernels of Armv7-M for 8-bit codes with any zero points equal the generic ones on every
// code: unsigned codes, weights of 9 bits, roundings of all kinds. Elsewhere only what is known at
// compile time.
// PROCESSORS: cortex-m3
#include <etch/kernel/armv7m.hpp>

#include "../support/byte_layers.hpp"

namespace {

struct by_mla {
  using conv2d = etch::conv2d_u8_u8_u8_2x2_mla;
  using dense = etch::dense_u8_u8_u8_2x2_mla;
  using depthwise = etch::depthwise_conv2d_u8_u8_u8_4x1_mla;
  static constexpr bool runs = ETCH_HAS_M_PROFILE != 0 && ETCH_HAS_LONG_MULTIPLY != 0;
};
using checked = test::byte_layers<by_mla>;

}  // namespace

TEST_CASE("conv2d of any 8-bit codes equals the generic kernel", "[armv7m]") { checked::windows(); }
TEST_CASE("layers of any 8-bit codes widen rows in pieces", "[armv7m]") { checked::pieces(); }
TEST_CASE("layers of any 8-bit codes round as the generic kernels", "[armv7m]") {
  checked::roundings();
}
TEST_CASE("dense of any 8-bit codes equals the generic kernel", "[armv7m]") { checked::denses(); }
TEST_CASE("depthwise_conv2d of any 8-bit codes equals the generic kernel", "[armv7m]") {
  checked::channels();
}
TEST_CASE("depthwise_conv2d by MLA takes weights with a zero point", "[armv7m]") {
  using kernel = etch::depthwise_conv2d_s8_s8_s16_1x1_mla;
  const auto check = []<test::layer L>() {
    test::check_layer<test::kind::depthwise, L, kernel, by_mla::runs>();
  };
  test::each_of<test::shapes::channel_windows, test::scheme::zeros, 7>(check);
  test::each_of<test::shapes::channel_windows, test::scheme::zeros, 20>(check);
}
TEST_CASE("layers of weights of 4 bits equal the generic kernels", "[armv7m]") {
  test::bytes::narrow_layers<etch::conv2d_s8_s8_s4_2x2_mla, etch::dense_s8_s8_s4_2x2_mla,
                             by_mla::runs>::all();
}
TEST_CASE("layers of weights of 4 bits by eight filters equal the generic kernels", "[armv7m]") {
  using checked = test::bytes::narrow_layers<etch::conv2d_s8_s8_s4_8x1_mla,
                                             etch::dense_s8_s8_s4_8x1_mla, by_mla::runs>;
  checked::all<10>();
  checked::eights();
  checked::groups();
}
TEST_CASE("dense of bytes takes weights with a zero point", "[armv7m]") {
  const auto check = []<test::layer L>() {
    test::check_layer<test::kind::dense, L, etch::dense_s8_s8_s8_8x1_mul, by_mla::runs>();
  };
  test::each_of<test::shapes::denses, test::scheme::zeros>(check);
}
