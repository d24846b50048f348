// The kernels of AArch64 equal the generic ones on every code: windows, channels, filters,
// formats and limits of all kinds. Elsewhere only what is known at compile time.
// PROCESSORS: aarch64
#include "../support/pools.hpp"
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
  static constexpr int first = 0;
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
TEST_CASE("layers by SDOT equal the generic kernels for weights with a zero point", "[aarch64]") {
  products<by_sdot>::zeros();
}

namespace {

template <class P, class K = etch::max_pool_s8_s8_smax>
void max_pool() {
  check_kernel<K, etch::max_pool_generic, P::node, ETCH_HAS_NEON != 0>();
}
template <class K, class P>
void relu() {
  check_kernel<K, etch::relu_generic, P::node, ETCH_HAS_NEON != 0>();
}
/// The mean of images of 16-bit codes, or of more cells than halfwords hold the sum of.
template <class F, int H, int W, int C, etch::rounding R>
struct averaged {
  static constexpr one_node node{etch::ops::global_avg_pool{},
                                 {given<F, etch::shape<2, H, W, C>>},
                                 {.number = F::descriptor, .round = R}};
};
template <class K, class P>
void mean() {
  check_kernel<K, etch::global_avg_pool_generic, P::node, ETCH_HAS_NEON != 0>();
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
TEST_CASE("max_pool of other codes equals the generic kernel", "[aarch64]") {
  using etch::activation;
  using u8 = etch::affine<std::uint8_t, 0.05, 120>;
  max_pool<pooled<u8, 7, 9, 13, 3, 2, 2, 1, 1, 1, activation::relu>, etch::max_pool_u8_u8_umax>();
  max_pool<pooled<u8, 5, 4, 16, 2, 2, 2, 2, 0, 0, activation::none>, etch::max_pool_u8_u8_umax>();
  using q = etch::q<0, 15>;
  max_pool<pooled<q, 5, 7, 4, 2, 2, 2, 2, 0, 0, activation::none>, etch::max_pool_s16_s16_smax>();
  max_pool<pooled<q, 6, 5, 11, 3, 2, 1, 2, 1, 1, activation::relu>, etch::max_pool_s16_s16_smax>();
}
TEST_CASE("relu by SMAX and UMAX equals the generic kernel", "[aarch64]") {
  relu<etch::relu_s8_s8_smax, rectified<etch::affine<std::int8_t, 0.1, -5>, 3, 7, 5>>();
  relu<etch::relu_s8_s8_smax, rectified<etch::q<0, 7>, 1, 1, 7>>();
  relu<etch::relu_u8_u8_umax, rectified<etch::affine<std::uint8_t, 0.1, 130>, 2, 9, 5>>();
  relu<etch::relu_s16_s16_smax, rectified<etch::affine<std::int16_t, 0.1, 9>, 3, 3, 13>>();
}
TEST_CASE("means of many cells and of 16-bit codes equal the generic kernel", "[aarch64]") {
  using etch::rounding;
  using s8 = etch::affine<std::int8_t, 0.05, 5>;
  using s16 = etch::affine<std::int16_t, 0.05>;
  mean<etch::global_avg_pool_s8_s8_saddw, averaged<s8, 19, 31, 9, rounding::half_away>>();
  mean<etch::global_avg_pool_s8_s8_saddw, averaged<s8, 1, 257, 8, rounding::tflite_double>>();
  using u8 = etch::affine<std::uint8_t, 0.05, 120>;
  mean<etch::global_avg_pool_u8_u8_uaddw, averaged<u8, 7, 43, 8, rounding::tflite_double>>();
  mean<etch::global_avg_pool_u8_u8_uaddw, averaged<u8, 16, 16, 11, rounding::half_up>>();
  mean<etch::global_avg_pool_s16_s16_saddw, averaged<s16, 20, 15, 11, rounding::tflite_double>>();
  mean<etch::global_avg_pool_s16_s16_saddw,
       averaged<etch::q<0, 15>, 16, 17, 8, rounding::half_up>>();
}
TEST_CASE("add by MLA equals the generic kernel for all codes", "[aarch64]") {
  check_sums_by_products<etch::add_s8_s8_s8_16_mla, ETCH_HAS_NEON != 0>();
  check_differences_by_products<etch::sub_s8_s8_s8_16_mla, ETCH_HAS_NEON != 0>();
  check_unsigned_sums_by_products<etch::add_u8_u8_u8_16_mla, etch::sub_u8_u8_u8_16_mla,
                                  ETCH_HAS_NEON != 0>();
  check_q7_sums_by_products<etch::add_s8_s8_s8_16_mla, ETCH_HAS_NEON != 0>();
}
TEST_CASE("add by SQRDMULH and means by SADDW equal the generic kernels", "[aarch64]") {
  check_sums<etch::add_s8_s8_s8_sqrdmulh, ETCH_HAS_NEON != 0>();
  check_short_sums<etch::add_s16_s16_s16_sqrdmulh, ETCH_HAS_NEON != 0>();
  check_short_sums<etch::sub_s16_s16_s16_sqrdmulh, ETCH_HAS_NEON != 0>();
  check_means<etch::avg_pool_s8_s8_saddw, etch::global_avg_pool_s8_s8_saddw, ETCH_HAS_NEON != 0, 1,
              etch::affine<std::int8_t, 0.05, 5>, 8>();
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

namespace {

// windows that leave the input on all sides, rows that are no whole strips, images
constexpr layer strips[]{
    {.n = 2, .h = 7, .w = 9, .c = 3, .oc = 16, .act = etch::activation::relu, .x_zero = -128},
    {.h = 14, .w = 10, .c = 1, .oc = 32, .kh = 10, .kw = 4, .stride = 2, .weights = 3},
    {.h = 9, .w = 8, .c = 5, .oc = 16, .kh = 3, .kw = 3, .stride = {2, 1}, .x_zero = 127},
    {.h = 6, .w = 5, .c = 7, .oc = 48, .kh = 4, .kw = 1, .around = etch::pad(3, 0, 1, 0)},
    {.h = 8, .w = 40, .c = 2, .oc = 16, .kh = 3, .kw = 7, .around = etch::valid, .weights = 1},
};
// rows that words of a fold fill or not, more of them than are laid out at once, images
constexpr layer folded[]{
    {.n = 2, .h = 14, .w = 10, .c = 1, .oc = 32, .kh = 10, .kw = 4, .stride = 2, .weights = 3},
    {.h = 9, .w = 11, .c = 2, .kh = 3, .kw = 4, .stride = {1, 2}, .x_zero = -128},
    {.n = 2, .h = 60, .w = 9, .c = 1, .kh = 5, .kw = 4, .stride = {2, 1}, .x_zero = 127},
    {.h = 31, .w = 6, .c = 4, .oc = 48, .kh = 4, .kw = 1, .stride = {2, 1}},
    {.h = 70, .w = 5, .c = 4, .kh = 4, .kw = 2, .around = etch::pad(3, 0, 1, 0), .weights = 1},
};

}  // namespace

TEST_CASE("conv2d by SDOT equals the generic kernel where windows are laid out", "[aarch64]") {
  const auto check = []<layer L>() {
    using kernel = etch::conv2d_s8_s8_s8_4x16_sdot_lines;
    if constexpr (kernel::accepts<etch::call<tried<L, kind::conv2d>::node, 0>>) {
      check_layer<kind::conv2d, L, kernel, ETCH_HAS_DOTPROD != 0>();
    }
  };
  each_of<strips, scheme::channels, 0>(check);
  each_of<strips, scheme::q, 0>(check);
  static_assert(etch::conv2d_s8_s8_s8_4x16_sdot_lines::accepts<
                etch::call<tried<strips[0], kind::conv2d>::node, 0>>);
}
TEST_CASE("conv2d by SDOT equals the generic kernel where rows are folded", "[aarch64]") {
  const auto check = []<layer L>() {
    using kernel = etch::conv2d_s8_s8_s8_4x16_sdot_columns;
    if constexpr (kernel::accepts<etch::call<tried<L, kind::conv2d>::node, 0>>) {
      check_layer<kind::conv2d, L, kernel, ETCH_HAS_DOTPROD != 0>();
    }
  };
  each_of<folded, scheme::channels, 0>(check);
  each_of<folded, scheme::q, 0>(check);
  static_assert(etch::conv2d_s8_s8_s8_4x16_sdot_columns::accepts<
                etch::call<tried<folded[4], kind::conv2d>::node, 0>>);
}
