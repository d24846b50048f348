// The kernels of Armv7-M for values of 16 bits and for posits of 8 equal the generic ones on every
// code: weights of 8 and 16 bits, sums of 32 and 64, rows that lie on the stack in pieces, NaR.
// Elsewhere only what is known at compile time.
// PROCESSORS: cortex-m3
#include <etch/kernel/armv7m.hpp>

#include "../support/posit_layers.hpp"
#include "../support/short_layers.hpp"

namespace {

inline constexpr bool has_core = ETCH_HAS_M_PROFILE != 0 && ETCH_HAS_LONG_MULTIPLY != 0;
struct shorts {
  using conv2d = etch::conv2d_s16_s16_s16_2x2_mla;
  using dense = etch::dense_s16_s16_s16_2x2_mla;
  using depthwise = etch::depthwise_conv2d_s16_s16_s16_4x1_mla;
  static constexpr bool runs = has_core;
};
struct posits_of_8 {
  using conv2d = etch::conv2d_p8_p8_p8_2x2_mla;
  using dense = etch::dense_p8_p8_p8_2x2_mla;
  using depthwise = etch::depthwise_conv2d_p8_p8_p8_4x1_mla;
  static constexpr bool runs = has_core;
};
using of_16_bits = test::short_layers<shorts>;
using of_posits = test::posit_layers<posits_of_8>;

}  // namespace

TEST_CASE("conv2d of 16-bit codes equals the generic kernel", "[armv7m]") { of_16_bits::windows(); }
TEST_CASE("conv2d of 16-bit codes equals the generic kernel for gaps and groups", "[armv7m]") {
  of_16_bits::gaps_and_groups();
}
TEST_CASE("dense of 16-bit codes equals the generic kernel", "[armv7m]") { of_16_bits::denses(); }
TEST_CASE("depthwise_conv2d of 16-bit codes equals the generic kernel", "[armv7m]") {
  of_16_bits::channels();
}

TEST_CASE("conv2d of posits equals the generic kernel", "[armv7m]") { of_posits::windows(); }
TEST_CASE("conv2d of posits equals the generic kernel for gaps and groups", "[armv7m]") {
  of_posits::gaps_and_groups();
}
TEST_CASE("conv2d of posits sums in 64 bits, and widens rows in pieces", "[armv7m]") {
  of_posits::pieces();
}
TEST_CASE("dense of posits equals the generic kernel", "[armv7m]") { of_posits::denses(); }
TEST_CASE("depthwise_conv2d of posits equals the generic kernel", "[armv7m]") {
  of_posits::channels();
}
