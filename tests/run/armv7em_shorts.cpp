// The kernels of Armv7E-M for values of 16 bits equal the generic ones on every code: weights of 8
// and 16 bits, sums of 32 and 64; relu. Elsewhere only what is known at compile time.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33
#include <etch/kernel/armv7em.hpp>

#include "../support/short_layers.hpp"

namespace {

using namespace test;

struct by_smlad {
  using conv2d = etch::conv2d_s16_s16_s16_2x2_smlad;
  using dense = etch::dense_s16_s16_s16_2x2_smlad;
  using depthwise = etch::depthwise_conv2d_s16_s16_s16_4x1_smlabb;
  static constexpr bool runs = ETCH_HAS_DSP != 0;
};

/// More codes than 32 bits sum.
constexpr layer long_rows[]{{.c = 520, .oc = 6, .kh = 1, .kw = 1}};

}  // namespace

TEST_CASE("conv2d of 16-bit codes equals the generic kernel", "[armv7em]") {
  short_layers<by_smlad>::windows();
}
TEST_CASE("conv2d of 16-bit codes equals the generic kernel for gaps and groups", "[armv7em]") {
  short_layers<by_smlad>::gaps_and_groups();
}
TEST_CASE("dense of 16-bit codes equals the generic kernel", "[armv7em]") {
  short_layers<by_smlad>::denses();
}
TEST_CASE("fours of weights of 8 bits equal the generic kernel", "[armv7em]") {
  short_layers<by_smlad>::with_weights_of_8_bits<kind::conv2d, shapes::windows, 4>();
  short_layers<by_smlad>::with_weights_of_8_bits<kind::dense, long_rows, 0>();
}
TEST_CASE("depthwise_conv2d of 16-bit codes equals the generic kernel", "[armv7em]") {
  short_layers<by_smlad>::channels();
}

TEST_CASE("relu of 16-bit codes equals the generic kernel", "[armv7em]") {
  const auto check = []<class Node>() {
    check_kernel<etch::relu_s16_s16_sel, etch::relu_generic, Node::node, ETCH_HAS_DSP != 0>();
  };
  check.operator()<rectified<etch::q<0, 15>, 3, 5, 7>>();
  check.operator()<rectified<etch::q<0, 15>, 2, 1, 9>>();
  check.operator()<rectified<etch::affine<std::int16_t, 0.01>, 1, 1, 2>>();
}
