// The kernels of x86-64 for 8-bit codes with any zero points equal the generic ones on every code:
// unsigned codes, weights of 9 bits, roundings of all kinds. Elsewhere only what is known at
// compile time.
// PROCESSORS: host
#include <etch/kernel/x86_64.hpp>

#include "../support/byte_layers.hpp"

namespace {

struct by_pmaddwd {
  using conv2d = etch::conv2d_u8_u8_u8_4x2_pmaddwd;
  using dense = etch::dense_u8_u8_u8_4x2_pmaddwd;
  using depthwise = etch::depthwise_conv2d_u8_u8_u8_8x1_pmaddwd;
  static constexpr bool runs = ETCH_HAS_X86 != 0;
};
using checked = test::byte_layers<by_pmaddwd>;

}  // namespace

TEST_CASE("conv2d of any 8-bit codes equals the generic kernel", "[x86_64]") { checked::windows(); }
TEST_CASE("layers of any 8-bit codes widen rows in pieces", "[x86_64]") { checked::pieces(); }
TEST_CASE("layers of any 8-bit codes round as the generic kernels", "[x86_64]") {
  checked::roundings();
}
TEST_CASE("dense of any 8-bit codes equals the generic kernel", "[x86_64]") { checked::denses(); }
TEST_CASE("depthwise_conv2d of any 8-bit codes equals the generic kernel", "[x86_64]") {
  checked::channels();
}
