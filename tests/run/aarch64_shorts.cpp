// The kernels of AArch64 for values of 16 bits, posits of 8 and weights of 4 equal the generic ones
// on every code. Elsewhere only what is known at compile time.
// PROCESSORS: aarch64
#include <etch/kernel/aarch64.hpp>

#include "../support/posit_layers.hpp"
#include "../support/short_layers.hpp"

namespace {

using namespace test;

struct by_smlal {
  using conv2d = etch::conv2d_s16_s16_s16_4x4_smlal;
  using dense = etch::dense_s16_s16_s16_1x8_smlal;
  using depthwise = etch::depthwise_conv2d_s16_s16_s16_8x1_smlal;
  static constexpr bool runs = ETCH_HAS_NEON != 0;
};
struct posits_by_smlal {
  using conv2d = etch::conv2d_p8_p8_p8_4x4_smlal;
  using dense = etch::dense_p8_p8_p8_1x8_smlal;
  using depthwise = etch::depthwise_conv2d_p8_p8_p8_8x1_smlal;
  static constexpr bool runs = ETCH_HAS_NEON != 0;
};

/// Filters in a block and behind it, channels in runs of eight and behind them; a dense of a batch.
constexpr layer many{.h = 4, .w = 5, .c = 17, .oc = 19, .how = scheme::q15};
constexpr layer many_bytes{.h = 5, .w = 4, .c = 24, .oc = 9, .stride = {2, 1}, .how = scheme::s16};

/// Runs of 16 codes for four pixels and for those behind them.
template <scheme How>
constexpr layer sixteens = as(layer{.n = 2, .h = 4, .w = 10, .c = 16, .oc = 17}, How);
/// More weights than products of 23 bits add up to 32 bits.
constexpr layer many_taps{.h = 3, .w = 6, .c = 64, .oc = 8, .how = scheme::s16, .weights = 1};
/// Channels in eights of which the last overlap those before.
template <scheme How>
constexpr layer thirteen = as(layer{.n = 2, .h = 6, .w = 8, .c = 13}, How);

/// Layers of 16-bit codes by weights of 8 bits by kernels Conv2d and Dense, with sums of 64 bits
/// and of 32.
template <class Conv2d, class Dense, bool Runs>
void check_halves() {
  const auto both = []<kind K, layer L, class Kernel>() {
    constexpr layer wide = as(L, scheme::s16);
    constexpr layer narrow = short_layers<by_smlal>::without_bias(wide);
    check_layer<K, wide, Kernel, Runs>();
    check_layer<K, narrow, Kernel, Runs>();
  };
  const auto conv2d = [&]<layer L>() { both.template operator()<kind::conv2d, L, Conv2d>(); };
  const auto dense = [&]<layer L>() { both.template operator()<kind::dense, L, Dense>(); };
  conv2d.template operator()<layer{.n = 2, .c = 16}>();
  conv2d.template operator()<layer{.n = 2, .h = 5, .w = 8, .c = 3, .oc = 7, .stride = {2, 1}}>();
  conv2d.template operator()<layer{.h = 6, .w = 10, .c = 24, .oc = 27, .stride = {1, 2}}>();
  conv2d.template operator()<layer{.h = 11, .w = 13, .oc = 12, .dilation = {2, 3}}>();
  conv2d.template operator()<layer{.h = 5, .w = 6, .c = 32, .oc = 32, .groups = 2}>();
  conv2d.template operator()<layer{.h = 4, .w = 5, .c = 5, .oc = 8, .kh = 1, .kw = 1}>();
  conv2d.template operator()<layer{.h = 5, .c = 100, .kh = 1, .kw = 1, .around = etch::valid}>();
  conv2d.template operator()<layer{.h = 9, .w = 1, .c = 20, .oc = 12, .kw = 1}>();
  conv2d.template operator()<layer{
      .h = 2, .w = 1, .oc = 6, .kh = 4, .kw = 5, .around = etch::pad(3, 4, 3, 2), .weights = 1}>();
  dense.template operator()<layer{.c = 37, .oc = 7, .kh = 1, .kw = 1}>();
  dense.template operator()<layer{.n = 3, .c = 160, .oc = 16, .kh = 1, .kw = 1, .weights = 1}>();
  dense.template
  operator()<layer{.c = 100, .oc = 70, .kh = 1, .kw = 1, .act = etch::activation::relu6}>();
}

constexpr bool runs = ETCH_HAS_NEON != 0;

}  // namespace

TEST_CASE("conv2d of 16-bit codes equals the generic kernel", "[aarch64]") {
  short_layers<by_smlal>::windows();
}
TEST_CASE("conv2d of 16-bit codes equals the generic kernel for gaps and groups", "[aarch64]") {
  short_layers<by_smlal>::gaps_and_groups();
}
TEST_CASE("dense of 16-bit codes equals the generic kernel", "[aarch64]") {
  short_layers<by_smlal>::denses();
  // rows of twice 16 weights, and of 16 behind them
  constexpr layer three{.c = 48, .oc = 11, .kh = 1, .kw = 1, .how = scheme::s16};
  check_layer<kind::dense, three, etch::dense_s16_s16_s16_1x8_smlal, runs>();
}
TEST_CASE("depthwise_conv2d of 16-bit codes equals the generic kernel", "[aarch64]") {
  short_layers<by_smlal>::channels();
}
TEST_CASE("conv2d of 16-bit codes takes any number of filters", "[aarch64]") {
  short_layers<by_smlal>::check<kind::conv2d, many>();
  short_layers<by_smlal>::check<kind::conv2d, many_bytes>();
  short_layers<by_smlal>::check<kind::conv2d, short_layers<by_smlal>::without_bias(many_bytes)>();
}
TEST_CASE("layers of 16-bit codes in sixteens and eights", "[aarch64]") {
  using checked = short_layers<by_smlal>;
  checked::check<kind::conv2d, sixteens<scheme::q15>>();
  checked::check<kind::conv2d, sixteens<scheme::q15_wide>>();
  checked::check<kind::conv2d, sixteens<scheme::s16>>();
  checked::check<kind::conv2d, many_taps>();
  checked::check<kind::depthwise, thirteen<scheme::q15>>();
  checked::check<kind::depthwise, thirteen<scheme::s16>>();
  checked::check<kind::depthwise, checked::without_bias(thirteen<scheme::s16>)>();
  posit_layers<posits_by_smlal>::check<kind::conv2d, sixteens<scheme::p8>>();
  posit_layers<posits_by_smlal>::check<kind::depthwise, thirteen<scheme::p8>>();
}
TEST_CASE("conv2d of posits equals the generic kernel", "[aarch64]") {
  posit_layers<posits_by_smlal>::windows();
}
TEST_CASE("conv2d of posits equals the generic kernel for gaps and groups", "[aarch64]") {
  posit_layers<posits_by_smlal>::gaps_and_groups();
}
TEST_CASE("conv2d of posits sums in 64 bits, and widens rows in pieces", "[aarch64]") {
  posit_layers<posits_by_smlal>::pieces();
}
TEST_CASE("dense of posits equals the generic kernel", "[aarch64]") {
  posit_layers<posits_by_smlal>::denses();
}
TEST_CASE("depthwise_conv2d of posits equals the generic kernel", "[aarch64]") {
  posit_layers<posits_by_smlal>::channels();
}

TEST_CASE("weights of 4 bits are bytes to the kernels", "[aarch64]") {
  using etch::conv2d_s8_s8_s8_4x16_smlal, etch::conv2d_s8_s8_s8_8x8_smlal;
  each_of<shapes::windows, scheme::int4, 3>(
      []<layer L>() { check_layer<kind::conv2d, L, conv2d_s8_s8_s8_8x8_smlal, runs>(); });
  constexpr layer wide{.c = 5, .oc = 16, .stride = 2, .how = scheme::int4};
  check_layer<kind::conv2d, wide, conv2d_s8_s8_s8_4x16_smlal, runs>();
  check_layer<kind::conv2d, wide, etch::conv2d_s8_s8_s8_4x16_sdot, ETCH_HAS_DOTPROD != 0>();
  constexpr layer dense{.c = 7, .oc = 13, .how = scheme::int4};
  check_layer<kind::dense, dense, etch::dense_s8_s8_s8_1x64_smlal, runs>();
  constexpr layer channels{.c = 9, .how = scheme::int4};
  check_layer<kind::depthwise, channels, etch::depthwise_conv2d_s8_s8_s8_8x2_smull, runs>();
  check_layer<kind::depthwise, channels, etch::depthwise_conv2d_s8_s8_s8_8x4_smlal, runs>();
  check_layer<kind::depthwise, channels, etch::depthwise_conv2d_s8_s8_s8_8x4_sdot,
              ETCH_HAS_DOTPROD != 0>();
}
TEST_CASE("halves of 16-bit codes by SDOT equal the generic kernel", "[aarch64]") {
  check_halves<etch::conv2d_s16_s8_s16_2x16_sdot, etch::dense_s16_s8_s16_1x32_sdot,
               ETCH_HAS_DOTPROD != 0>();
}
TEST_CASE("halves of 16-bit codes by SMMLA equal the generic kernel", "[aarch64]") {
  check_halves<etch::conv2d_s16_s8_s16_2x16_smmla, etch::dense_s16_s8_s16_1x32_smmla,
               ETCH_HAS_I8MM != 0>();
}
