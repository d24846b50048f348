// The kernels of AArch64 for 8-bit codes with any zero points equal the generic ones on every code:
// unsigned codes, weights of 9 bits, roundings of all kinds. Elsewhere only what is known at
// compile time.
// PROCESSORS: aarch64
#include <etch/kernel/aarch64.hpp>

#include "../support/byte_layers.hpp"

namespace {

struct by_smlal {
  using conv2d = etch::conv2d_u8_u8_u8_4x4_smlal;
  using dense = etch::dense_u8_u8_u8_1x8_smlal;
  using depthwise = etch::depthwise_conv2d_u8_u8_u8_8x1_smlal;
  static constexpr bool runs = ETCH_HAS_NEON != 0;
};
using checked = test::byte_layers<by_smlal>;
using etch::rounding;
using test::kind, test::scheme;

/// Sums that end eight at a time.
template <scheme How, rounding R>
void check_eights() {
  constexpr test::layer l{
      .n = 2, .h = 5, .w = 6, .c = 16, .oc = 11, .how = How, .round = R, .y_zero = 9};
  checked::check<kind::conv2d, l>();
  checked::check<kind::depthwise, l>();
}

}  // namespace

TEST_CASE("conv2d of any 8-bit codes equals the generic kernel", "[aarch64]") {
  checked::windows();
}
TEST_CASE("layers of any 8-bit codes widen rows in pieces", "[aarch64]") { checked::pieces(); }
TEST_CASE("layers of any 8-bit codes round as the generic kernels", "[aarch64]") {
  checked::roundings();
}
TEST_CASE("eight sums of 8-bit codes round as one", "[aarch64]") {
  check_eights<scheme::u8, rounding::tflite_double>();
  check_eights<scheme::u8, rounding::tflite_single>();
  check_eights<scheme::u8, rounding::xnnpack>();
  check_eights<scheme::u8, rounding::half_even>();
  check_eights<scheme::q, rounding::half_away>();
  check_eights<scheme::q, rounding::toward_zero>();
  check_eights<scheme::channels, rounding::half_away>();
}
TEST_CASE("dense of any 8-bit codes equals the generic kernel", "[aarch64]") { checked::denses(); }
TEST_CASE("depthwise_conv2d of any 8-bit codes equals the generic kernel", "[aarch64]") {
  checked::channels();
}
