// The kernels of Armv6-M for values of 16 bits and for posits of 8 equal the generic ones on every
// code: weights of 8 and 16 bits, sums of 32 and 64, rows that lie on the stack in pieces, NaR.
// Elsewhere only what is known at compile time.
// PROCESSORS: cortex-m0
#include <etch/kernel/armv6m.hpp>

#include "../support/posit_layers.hpp"
#include "../support/rows_apart.hpp"
#include "../support/short_layers.hpp"

namespace {

using namespace test;

inline constexpr bool has_core = ETCH_HAS_M_PROFILE != 0;
struct shorts {
  using conv2d = etch::conv2d_s16_s16_s16_2x2_muls;
  using dense = etch::dense_s16_s16_s16_4x1_muls;
  using depthwise = etch::depthwise_conv2d_s16_s16_s16_4x1_muls;
  static constexpr bool runs = has_core;
};
struct posits_of_8 {
  using conv2d = etch::conv2d_p8_p8_p8_2x2_muls;
  using dense = etch::dense_p8_p8_p8_4x1_muls;
  using depthwise = etch::depthwise_conv2d_p8_p8_p8_4x1_muls;
  static constexpr bool runs = has_core;
};
using of_16_bits = test::short_layers<shorts>;
using of_posits = test::posit_layers<posits_of_8>;

}  // namespace

TEST_CASE("conv2d of 16-bit codes equals the generic kernel", "[armv6m]") { of_16_bits::windows(); }
TEST_CASE("conv2d of 16-bit codes equals the generic kernel for gaps and groups", "[armv6m]") {
  of_16_bits::gaps_and_groups();
}
TEST_CASE("dense of 16-bit codes equals the generic kernel", "[armv6m]") { of_16_bits::denses(); }
TEST_CASE("depthwise_conv2d of 16-bit codes equals the generic kernel", "[armv6m]") {
  of_16_bits::channels();
}

TEST_CASE("depthwise_conv2d of 16-bit codes reads rows that lie apart", "[armv6m]") {
  const auto check = []<layer L>() {
    constexpr auto& node = tried<L, kind::depthwise>::node;
    static_assert(shorts::depthwise::accepts<etch::call<node, 0>>);
    if constexpr (has_core) {
      const auto x = random_codes<node, 0>(1);
      const auto want = rows_of<etch::depthwise_conv2d_generic, node>(1, x);
      CHECK(rows_apart_of<shorts::depthwise, node>(kernel_scratch, x) == want);
    }
  };
  check.operator()<layer{.c = 8, .how = scheme::s16}>();
  check.operator()<layer{.h = 9, .c = 5, .dilation = 2, .how = scheme::s16}>();
}

TEST_CASE("conv2d of posits equals the generic kernel", "[armv6m]") { of_posits::windows(); }
TEST_CASE("conv2d of posits equals the generic kernel for gaps and groups", "[armv6m]") {
  of_posits::gaps_and_groups();
}
TEST_CASE("conv2d of posits sums in 64 bits, and widens rows in pieces", "[armv6m]") {
  of_posits::pieces();
}
TEST_CASE("dense of posits equals the generic kernel", "[armv6m]") { of_posits::denses(); }
TEST_CASE("depthwise_conv2d of posits equals the generic kernel", "[armv6m]") {
  of_posits::channels();
}
