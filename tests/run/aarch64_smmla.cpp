// The conv2d and dense kernels of AArch64 with I8MM equal the generic ones on every code. How
// sums end is what they share with those by SDOT (aarch64.cpp).
// PROCESSORS: aarch64
#include "../support/product_layers.hpp"
#include "../support/shapes.hpp"

namespace {

using namespace test;

struct by_smmla {
  using conv2d_8 = etch::conv2d_s8_s8_s8_8x8_smmla;
  using conv2d_16 = etch::conv2d_s8_s8_s8_4x16_smmla;
  using dense = etch::dense_s8_s8_s8_4x16_smmla;
  /// Layers whose pixels make pairs and whose rows are not lengthened much by words of 8 bytes.
  template <class C>
  static constexpr bool takes = [] {
    constexpr etch::extents w = C::template in<1>::is.shape;
    constexpr etch::extents y = C::template out<>::is.shape;
    if (w.rank == 2) return y.d[0] > 1 && (w.d[1] == 30 || w.d[1] % 8 == 0 || w.d[1] == 47);
    const int length = w.w() * w.c();
    return y.w() > 1 && (w.c() % 8 == 0 || (length > 8 && length != 28 && length != 100));
  }();
  static constexpr bool runs = ETCH_HAS_I8MM;
  static constexpr bool thorough = false;
  static constexpr int first = 2;
};

/// Words of 8 bytes lengthen the weights of few channels by a third, those of 8 channels not at
/// all. Biases, three sets here, and factors lie twice.
template <layer L>
constexpr int more_constants = [] {
  using c = etch::call<tried<L, kind::conv2d>::node, 0>;
  return etch::packed_size<etch::conv2d_s8_s8_s8_4x16_smmla, c> -
         etch::packed_size<etch::conv2d_s8_s8_s8_4x16_sdot, c>;
}();
constexpr int twice = (3 + 2) * 4 * 16;
static_assert(more_constants<layer{.c = 24}> == twice);
static_assert(more_constants<layer{.c = 3}> == twice + 3 * 4 * 16);

}  // namespace

TEST_CASE("conv2d by SMMLA equals the generic kernel for few channels", "[aarch64]") {
  products<by_smmla>::few_channels();
}
TEST_CASE("conv2d by SMMLA equals the generic kernel for gaps and groups", "[aarch64]") {
  products<by_smmla>::gaps_and_groups();
}
TEST_CASE("conv2d by SMMLA equals the generic kernel for many channels", "[aarch64]") {
  products<by_smmla>::many_channels();
}
TEST_CASE("conv2d by SMMLA of one cell reads nothing behind its input", "[aarch64]") {
  products<by_smmla>::one_cell();
}
TEST_CASE("conv2d by SMMLA equals the generic kernel for the largest weights", "[aarch64]") {
  products<by_smmla>::extremes();
}
TEST_CASE("dense by SMMLA equals the generic kernel", "[aarch64]") { products<by_smmla>::rows(); }
TEST_CASE("layers by SMMLA equal the generic kernels for weights with a zero point", "[aarch64]") {
  products<by_smmla>::zeros();
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

// rows in planes: pieces of 1 to 8 of them, pixels that are no whole pairs or tiles, columns that
// strides and gaps lead to, groups, padding on all sides or one, rows shorter than a tile, images
constexpr layer in_planes[]{
    {.n = 2, .h = 5, .w = 9, .c = 16, .oc = 32, .act = etch::activation::relu, .x_zero = -128},
    {.h = 4, .w = 13, .c = 24, .oc = 12, .kh = 2, .kw = 4, .stride = {1, 2}, .x_zero = 127},
    {.h = 5, .w = 23, .c = 32, .kh = 3, .kw = 5, .stride = 3, .around = etch::pad(1, 4, 2, 0)},
    {.h = 6, .w = 11, .c = 40, .oc = 20, .kh = 3, .kw = 2, .dilation = {1, 3}, .weights = 1},
    {.n = 2, .h = 4, .w = 7, .c = 48, .oc = 48, .dilation = 2, .x_zero = -128, .groups = 3},
    {.h = 3, .w = 18, .c = 72, .oc = 8, .kh = 1, .kw = 3, .stride = {1, 2}, .dilation = {1, 3}},
    {.h = 9, .w = 3, .c = 8, .oc = 16, .kh = 3, .kw = 5, .stride = 2, .weights = 3},
    {.h = 3, .w = 16, .c = 32, .oc = 40, .kh = 2, .kw = 2, .around = etch::pad(1, 0, 0, 1)},
};

// windows that leave the input on all sides, tiles that overlap, run over the ends of rows or are
// not all laid out at once, words that are no fours, images
constexpr layer paired[]{
    {.n = 2, .h = 5, .w = 7, .c = 8, .oc = 48, .stride = {2, 1}, .x_zero = -128},
    {.h = 6, .w = 8, .c = 24, .oc = 64, .kh = 2, .kw = 3, .dilation = {2, 1}, .x_zero = 127},
    {.h = 4, .w = 23, .c = 40, .oc = 48, .kh = 3, .kw = 3, .around = etch::pad(2, 1, 0, 2)},
    {.n = 2, .h = 3, .w = 5, .c = 72, .oc = 64, .kh = 1, .kw = 1, .weights = 3},
    {.h = 8, .w = 8, .c = 200, .oc = 48, .kh = 1, .kw = 1, .stride = 2, .x_zero = -128},
};
// rows by filters that are no whole tiles
constexpr layer paired_rows[]{{.n = 4, .c = 72, .oc = 50}, {.n = 11, .c = 520, .oc = 18}};

}  // namespace

TEST_CASE("layers by SMMLA equal the generic kernels where pairs are laid out", "[aarch64]") {
  using conv2d = etch::conv2d_s8_s8_s8_4x16_smmla_pairs;
  using dense = etch::dense_s8_s8_s8_4x16_smmla_pairs;
  const auto check = []<layer L>() {
    static_assert(conv2d::accepts<etch::call<tried<L, kind::conv2d>::node, 0>>);
    check_layer<kind::conv2d, L, conv2d, ETCH_HAS_I8MM != 0>();
  };
  each_of<paired, scheme::channels, 0>(check);
  each_of<paired, scheme::q, 0>(check);
  const auto check_rows = []<layer L>() {
    static_assert(dense::accepts<etch::call<tried<L, kind::dense>::node, 0>>);
    check_layer<kind::dense, L, dense, ETCH_HAS_I8MM != 0>();
  };
  each_of<paired_rows, scheme::channels, 0>(check_rows);
}
TEST_CASE("conv2d by SMMLA equals the generic kernel where windows are laid out", "[aarch64]") {
  const auto check = []<layer L>() {
    using kernel = etch::conv2d_s8_s8_s8_4x16_smmla_lines;
    if constexpr (kernel::accepts<etch::call<tried<L, kind::conv2d>::node, 0>>) {
      check_layer<kind::conv2d, L, kernel, ETCH_HAS_I8MM != 0>();
    }
  };
  each_of<strips, scheme::channels, 0>(check);
  each_of<strips, scheme::q, 0>(check);
  static_assert(etch::conv2d_s8_s8_s8_4x16_smmla_lines::accepts<
                etch::call<tried<strips[0], kind::conv2d>::node, 0>>);
}
TEST_CASE("conv2d by SMMLA equals the generic kernel where rows are folded", "[aarch64]") {
  const auto check = []<layer L>() {
    using kernel = etch::conv2d_s8_s8_s8_4x16_smmla_columns;
    if constexpr (kernel::accepts<etch::call<tried<L, kind::conv2d>::node, 0>>) {
      check_layer<kind::conv2d, L, kernel, ETCH_HAS_I8MM != 0>();
    }
  };
  each_of<folded, scheme::channels, 0>(check);
  each_of<folded, scheme::q, 0>(check);
  static_assert(etch::conv2d_s8_s8_s8_4x16_smmla_columns::accepts<
                etch::call<tried<folded[4], kind::conv2d>::node, 0>>);
}
TEST_CASE("conv2d by SMMLA equals the generic kernel where rows lie in planes", "[aarch64]") {
  const auto check = []<layer L>() {
    constexpr bool wide = L.oc / L.groups % 16 == 0;
    using kernel =
        etch::element_t<etch::list<by_smmla::conv2d_8, by_smmla::conv2d_16>, wide ? 1 : 0>;
    using c = etch::call<tried<L, kind::conv2d>::node, 0>;
    using form = etch::products::row_form<etch::layer_of<c>.g, {etch::products::multiply::smmla,
                                                                wide ? 4 : 8, wide ? 4 : 2}>;
    static_assert(kernel::template accepts<c> && form::row.plane > 0);
    check_layer<kind::conv2d, L, kernel, ETCH_HAS_I8MM != 0>();
  };
  each_of<in_planes, scheme::channels, 0>(check);
  each_of<in_planes, scheme::q, 0>(check);
}
