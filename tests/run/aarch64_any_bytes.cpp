// The kernels of AArch64 for 8-bit codes with any zero points equal the generic ones on every code:
// unsigned codes, weights of 9 bits, roundings of all kinds. Elsewhere only what is known at
// compile time.
// PROCESSORS: aarch64
#include <etch/kernel/aarch64.hpp>

#include "../support/byte_layers.hpp"

namespace {

struct by_smlal {
  using conv2d = etch::conv2d_u8_u8_u8_2x8_smlal;
  using dense = etch::dense_u8_u8_u8_2x8_smlal;
  using depthwise = etch::depthwise_conv2d_u8_u8_u8_8x1_smlal;
  static constexpr bool runs = ETCH_HAS_NEON != 0;
};
using checked = test::byte_layers<by_smlal>;

}  // namespace

TEST_CASE("conv2d of any 8-bit codes equals the generic kernel", "[aarch64]") {
  checked::windows();
}
TEST_CASE("layers of any 8-bit codes widen rows in pieces", "[aarch64]") { checked::pieces(); }
TEST_CASE("layers of any 8-bit codes round as the generic kernels", "[aarch64]") {
  checked::roundings();
}
TEST_CASE("dense of any 8-bit codes equals the generic kernel", "[aarch64]") { checked::denses(); }
TEST_CASE("depthwise_conv2d of any 8-bit codes equals the generic kernel", "[aarch64]") {
  checked::channels();
}
