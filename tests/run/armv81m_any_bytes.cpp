// The kernels of Armv8.1-M for 8-bit codes with any zero points equal the generic ones on every
// code: unsigned codes, weights of 9 bits, roundings of all kinds. Elsewhere only what is known at
// compile time.
// PROCESSORS: cortex-m55
#include <etch/kernel/armv7em.hpp>
#include <etch/kernel/armv81m.hpp>

#include "../support/byte_layers.hpp"

namespace {

struct by_vmladava {
  using conv2d = etch::conv2d_u8_u8_u8_2x4_vmladava;
  using dense = etch::dense_u8_u8_u8_4x1_vmladava;
  using depthwise = etch::depthwise_conv2d_u8_u8_u8_4x1_smlabb;
  static constexpr bool runs = ETCH_HAS_MVE != 0;
};
using checked = test::byte_layers<by_vmladava>;

}  // namespace

TEST_CASE("conv2d of any 8-bit codes equals the generic kernel", "[armv81m]") {
  checked::windows();
}
TEST_CASE("layers of any 8-bit codes widen rows in pieces", "[armv81m]") { checked::pieces(); }
TEST_CASE("layers of any 8-bit codes round as the generic kernels", "[armv81m]") {
  checked::roundings();
}
TEST_CASE("dense of any 8-bit codes equals the generic kernel", "[armv81m]") { checked::denses(); }
TEST_CASE("depthwise_conv2d of any 8-bit codes equals the generic kernel", "[armv81m]") {
  checked::channels();
}
