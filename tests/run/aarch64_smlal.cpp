// The conv2d and dense kernels of AArch64 without SDOT equal the generic ones on every code. How
// sums end is what they share with those by SDOT (aarch64.cpp).
// PROCESSORS: aarch64
#include "../support/product_layers.hpp"

namespace {

using namespace test;

struct by_smlal {
  using conv2d_8 = etch::conv2d_s8_s8_s8_8x8_smlal;
  using conv2d_16 = etch::conv2d_s8_s8_s8_4x16_smlal;
  using dense = etch::dense_s8_s8_s8_1x64_smlal;
  template <class>
  static constexpr bool takes = true;
  static constexpr bool runs = ETCH_HAS_NEON;
  static constexpr bool thorough = false;
  static constexpr int first = 1;
};

}  // namespace

TEST_CASE("conv2d by SMLAL equals the generic kernel for few channels", "[aarch64]") {
  products<by_smlal>::few_channels();
}
TEST_CASE("conv2d by SMLAL equals the generic kernel for gaps and groups", "[aarch64]") {
  products<by_smlal>::gaps_and_groups();
}
TEST_CASE("conv2d by SMLAL equals the generic kernel for many channels", "[aarch64]") {
  products<by_smlal>::many_channels();
}
TEST_CASE("conv2d by SMLAL of one cell reads nothing behind its input", "[aarch64]") {
  products<by_smlal>::one_cell();
}
TEST_CASE("conv2d by SMLAL equals the generic kernel for the largest weights", "[aarch64]") {
  products<by_smlal>::extremes();
}
TEST_CASE("dense by SMLAL equals the generic kernel", "[aarch64]") { products<by_smlal>::rows(); }
TEST_CASE("layers by SMLAL equal the generic kernels for weights with a zero point", "[aarch64]") {
  products<by_smlal>::zeros();
}
