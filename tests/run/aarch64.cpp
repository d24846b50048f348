// The kernels of AArch64 equal the generic ones on every code: windows, channels, filters,
// formats and limits of all kinds. Elsewhere only what is known at compile time.
// PROCESSORS: aarch64
#include "../support/product_layers.hpp"
#include "../support/shapes.hpp"
#include "../support/sums_and_means.hpp"

namespace {

using namespace test;

struct by_sdot {
  using conv2d_8 = etch::conv2d_s8_s8_s8_8x8_sdot;
  using conv2d_16 = etch::conv2d_s8_s8_s8_4x16_sdot;
  using dense = etch::dense_s8_s8_s8_1x64_sdot;
  template <class>
  static constexpr bool takes = true;
  static constexpr bool runs = ETCH_HAS_DOTPROD;
  static constexpr bool thorough = true;
};

}  // namespace

TEST_CASE("conv2d by SDOT equals the generic kernel for few channels", "[aarch64]") {
  products<by_sdot>::few_channels();
}
TEST_CASE("conv2d by SDOT equals the generic kernel for gaps and groups", "[aarch64]") {
  products<by_sdot>::gaps_and_groups();
}
TEST_CASE("conv2d by SDOT equals the generic kernel for many channels", "[aarch64]") {
  products<by_sdot>::many_channels();
}
TEST_CASE("conv2d by SDOT of one cell reads nothing behind its input", "[aarch64]") {
  products<by_sdot>::one_cell();
}
TEST_CASE("conv2d by SDOT equals the generic kernel for the largest weights", "[aarch64]") {
  products<by_sdot>::extremes();
}
TEST_CASE("conv2d by SDOT rounds as the generic kernel for all factors", "[aarch64]") {
  products<by_sdot>::factors();
}
TEST_CASE("conv2d by SDOT shifts as the generic kernel", "[aarch64]") {
  products<by_sdot>::shifts();
}
TEST_CASE("dense by SDOT equals the generic kernel", "[aarch64]") { products<by_sdot>::rows(); }

namespace {

template <class P>
void max_pool() {
  check_kernel<etch::max_pool_s8_s8_smax, etch::max_pool_generic, P::node, ETCH_HAS_NEON != 0>();
}

}  // namespace

TEST_CASE("max_pool of 16 channels at a time equals the generic kernel", "[aarch64]") {
  max_pool<pooled_codes<8, 8, 16, 3, 3, 2, 2, 0, 0, activation::none>>();
  max_pool<pooled_codes<7, 9, 8, 2, 2, 2, 2, 1, 1, activation::relu>>();
  max_pool<pooled_codes<7, 9, 13, 5, 5, 1, 1, 2, 4, activation::none>>();
  max_pool<pooled_codes<9, 8, 40, 6, 6, 1, 2, 5, 0, activation::none>>();
  max_pool<pooled_codes<5, 7, 19, 1, 4, 1, 3, 0, 3, activation::relu6>>();
  using from_zero = etch::affine<std::int8_t, 0.05, -128>;  // relu6 is an upper limit alone
  max_pool<pooled<from_zero, 5, 7, 16, 2, 2, 2, 2, 0, 0, activation::relu6>>();
}
TEST_CASE("add by MLA equals the generic kernel for all codes", "[aarch64]") {
  check_sums_by_products<etch::add_s8_s8_s8_16_mla, ETCH_HAS_NEON != 0>();
  check_differences_by_products<etch::sub_s8_s8_s8_16_mla, ETCH_HAS_NEON != 0>();
}
TEST_CASE("add by SQRDMULH and means by SADDW equal the generic kernels", "[aarch64]") {
  check_sums<etch::add_s8_s8_s8_sqrdmulh, ETCH_HAS_NEON != 0>();
  check_means<etch::avg_pool_s8_s8_saddw, etch::global_avg_pool_s8_s8_saddw, ETCH_HAS_NEON != 0>();
}

namespace {

template <layer L>
void channels() {
  check_layer<kind::depthwise, L, etch::depthwise_conv2d_s8_s8_s8_8x4_smlal, ETCH_HAS_NEON != 0>();
}

}  // namespace

TEST_CASE("depthwise_conv2d by SMLAL equals the generic kernel", "[aarch64]") {
  const auto check = []<layer L>() { channels<L>(); };
  each_of<shapes::channel_windows, scheme::q, 11>(check);
  each_of<shapes::channel_windows, scheme::channels, 40>(check);
  channels<layer{.c = 9, .how = scheme::tensor, .round = etch::rounding::tflite_single}>();
  channels<layer{.c = 8, .how = scheme::halves, .round = etch::rounding::xnnpack}>();
}
