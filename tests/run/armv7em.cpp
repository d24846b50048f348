// The kernels of Armv7E-M equal the generic ones on every code: windows, channels, formats and
// limits of all kinds, weights of -128 among them. Elsewhere only what is known at compile time.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33
#include <etch/kernel/armv7em.hpp>

#include "../support/shapes.hpp"
#include "../support/sums_and_means.hpp"

namespace {

using namespace test;
using etch::activation, etch::rounding;

template <class K, class Generic, const auto& G>
void compare() {
  check_kernel<K, Generic, G, ETCH_HAS_DSP != 0>();
}

template <layer L>
void conv2d() {
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s8_2x4_smlad, ETCH_HAS_DSP != 0>();
}
template <layer L>
void depthwise() {
  check_layer<kind::depthwise, L, etch::depthwise_conv2d_s8_s8_s8_4x1_smlabb, ETCH_HAS_DSP != 0>();
}
template <layer L>
void depthwise_of_pairs() {
  check_layer<kind::depthwise, L, etch::depthwise_conv2d_s8_s8_s8_2x2_smlad, ETCH_HAS_DSP != 0>();
}
template <layer L>
void depthwise_of_columns() {
  check_layer<kind::depthwise, L, etch::depthwise_conv2d_s8_s8_s8_2x2_smlad_columns,
              ETCH_HAS_DSP != 0>();
}
/// The same in pictures that are higher than wide.
inline constexpr layer high_pictures[]{
    {.n = 2, .h = 9, .w = 5, .act = activation::relu},
    {.n = 2, .h = 12, .w = 4, .weights = 3},
    {.h = 7, .w = 2, .x_zero = 127},
    {.h = 17, .w = 3, .act = activation::clamp, .x_zero = -128, .y_zero = -128},
    {.h = 9, .w = 2, .around = etch::pad(1, 2, 2, 2), .act = activation::relu6, .y_zero = 10},
    {.h = 13, .w = 5, .around = etch::valid, .x_zero = 9},
    {.n = 3, .h = 16, .w = 6, .stride = 2, .act = activation::relu, .x_zero = -128, .y_zero = -128},
    {.n = 2, .h = 15, .w = 5, .stride = 2, .x_zero = 5, .weights = 3},
    {.h = 11, .w = 2, .stride = 2, .around = etch::pad(2, 1, 1, 2), .act = activation::clamp},
    {.h = 19, .w = 6, .stride = 2, .around = etch::valid},
};
/// Windows of 3 x 3 that move by one or two cells.
inline constexpr layer paired_windows[]{
    // images of an odd number of rows and pixels
    {.n = 2, .h = 5, .w = 7, .act = activation::relu},
    // of even ones, weights of -128
    {.n = 2, .h = 4, .w = 6, .weights = 3},
    // one pixel a row, one row
    {.h = 6, .w = 1, .x_zero = 127},
    {.h = 1, .w = 17, .act = activation::clamp, .x_zero = -128, .y_zero = -128},
    // wide margins, on all sides
    {.h = 2, .w = 3, .around = etch::pad(2, 1, 2, 2), .act = activation::relu6, .y_zero = 10},
    {.h = 4, .w = 5, .around = etch::valid, .x_zero = 9},
    // every other window
    {.n = 3, .h = 6, .w = 8, .stride = 2, .act = activation::relu, .x_zero = -128, .y_zero = -128},
    {.n = 2, .h = 7, .w = 5, .stride = 2, .x_zero = 5, .weights = 3},
    {.h = 3, .w = 2, .stride = 2, .around = etch::pad(2, 1, 1, 2), .act = activation::clamp},
    {.h = 9, .w = 6, .stride = 2, .around = etch::valid},
};
template <layer L>
void dense() {
  check_layer<kind::dense, L, etch::dense_s8_s8_s8_4x1_smlad, ETCH_HAS_DSP != 0>();
}

template <layer L>
void conv2d_in_place() {
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s8_8x1_smlad, ETCH_HAS_DSP != 0>();
}
template <layer L>
constexpr bool is_taken_by_tiles =
    etch::conv2d_s8_s8_s8_2x4_sxtb16::accepts<etch::call<tried<L, kind::conv2d>::node, 0>>;
template <layer L>
void conv2d_by_tiles() {
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s8_2x4_sxtb16, ETCH_HAS_DSP != 0>();
}
template <layer L>
void dense_in_place() {
  check_layer<kind::dense, L, etch::dense_s8_s8_s8_8x1_smlad, ETCH_HAS_DSP != 0>();
}

template <scheme How, int C>
void windows() {
  each_of<shapes::windows, How, C>([]<layer L>() { conv2d<L>(); });
}
template <scheme How, int C>
void windows_in_place() {
  each_of<shapes::windows, How, C>([]<layer L>() { conv2d_in_place<L>(); });
}
template <layer L>
constexpr bool is_taken =
    etch::conv2d_s8_s8_s8_2x4_smlad::accepts<etch::call<tried<L, kind::conv2d>::node, 0>>;

}  // namespace

TEST_CASE("conv2d by pairs of filters equals the generic kernel for few channels", "[armv7em]") {
  windows<scheme::q, 1>();
  windows<scheme::channels, 2>();
  windows<scheme::q, 3>();
  windows<scheme::halves, 3>();
  windows<scheme::tensor, 4>();
}
TEST_CASE("conv2d by pairs of filters equals the generic kernel for many channels", "[armv7em]") {
  windows<scheme::halves, 6>();
  windows<scheme::q, 8>();
  windows<scheme::channels, 16>();
}
TEST_CASE("conv2d by pairs of filters equals the generic kernel for gaps and groups", "[armv7em]") {
  constexpr auto check = []<layer L>() { conv2d<L>(); };
  each_of<shapes::dilated_windows, scheme::channels, 1>(check);
  each_of<shapes::dilated_windows, scheme::q, 3>(check);
  each_of<shapes::dilated_windows, scheme::halves, 8>(check);
  each_of<shapes::grouped_windows, scheme::channels, 12>(check);
  each_of<shapes::grouped_windows, scheme::q, 12>(check);
}
TEST_CASE("conv2d by pairs of filters rounds once as the generic kernel", "[armv7em]") {
  conv2d<layer{.c = 4, .round = rounding::tflite_single}>();
  conv2d<layer{
      .c = 3, .how = scheme::halves, .act = activation::relu, .round = rounding::tflite_single}>();
}
TEST_CASE("q values and affine ones together end by factors", "[armv7em]") {
  conv2d<layer{.c = 3, .how = scheme::from_q, .act = activation::relu}>();
  conv2d<layer{.c = 8, .how = scheme::to_q}>();
  depthwise<layer{.c = 11, .how = scheme::from_q}>();
  dense<layer{.c = 23, .oc = 5, .kh = 1, .kw = 1, .how = scheme::to_q, .act = activation::relu6}>();
}
TEST_CASE("weights of -128 are paired so that halfwords hold them", "[armv7em]") {
  constexpr layer some{.n = 2, .h = 7, .w = 5, .oc = 6};
  constexpr auto with = [](layer l, int weights) {
    l.weights = weights;
    return l;
  };
  conv2d<with(as(some, scheme::q), 0)>();
  conv2d<with(as(some, scheme::q), 1)>();
  conv2d<with(as(some, scheme::q), 2)>();
  conv2d<with(as(some, scheme::halves), 0)>();
  conv2d<with(as(some, scheme::channels), 1)>();
  dense<layer{.c = 23,
              .oc = 5,
              .kh = 1,
              .kw = 1,
              .how = scheme::q,
              .round = rounding::half_up,
              .weights = 1}>();
}
TEST_CASE("a filter whose sums have more than 24 bits is no second of a pair", "[armv7em]") {
  constexpr layer one{.kh = 1, .kw = 1, .weights = 3, .bias = 16'000'000};
  conv2d<as(one, scheme::q, 8, 12)>();
  dense<as(one, scheme::q, 9, 12)>();
}
TEST_CASE("a kernel refuses what it would not do exactly", "[armv7em]") {
  static_assert(is_taken<layer{.how = scheme::q, .round = rounding::half_up}>);
  static_assert(!is_taken<layer{.how = scheme::q, .round = rounding::half_away}>);
  static_assert(!is_taken<layer{.how = scheme::q, .round = rounding::toward_zero}>);
}
TEST_CASE("conv2d over windows in place equals the generic kernel", "[armv7em]") {
  windows_in_place<scheme::q, 1>();
  windows_in_place<scheme::halves, 3>();
  windows_in_place<scheme::tensor, 4>();
  windows_in_place<scheme::q, 8>();
  windows_in_place<scheme::channels, 16>();
  // windows that leave the input on one side alone
  conv2d_in_place<layer{.around = etch::pad(0, 0, 0, 2)}>();
  conv2d_in_place<layer{.around = etch::pad(0, 0, 2, 0)}>();
  conv2d_in_place<layer{.c = 3, .how = scheme::from_q, .act = activation::relu}>();
  conv2d_in_place<layer{.c = 8, .how = scheme::to_q}>();
}
TEST_CASE("conv2d over windows in place leaves long ones, gaps and groups to others", "[armv7em]") {
  constexpr layer l{.h = 14, .w = 14};
  constexpr auto takes = []<layer L>() {
    return etch::conv2d_s8_s8_s8_8x1_smlad::accepts<etch::call<tried<L, kind::conv2d>::node, 0>>;
  };
  constexpr auto of = [](layer to, int kh, int kw, int c) {
    to.kh = kh, to.kw = kw, to.c = c;
    return to;
  };
  static_assert(takes.operator()<of(l, 12, 1, 4)>() && !takes.operator()<of(l, 13, 1, 4)>());
  static_assert(takes.operator()<of(l, 3, 3, 7)>() && !takes.operator()<of(l, 3, 3, 9)>());
}
TEST_CASE("conv2d by tiles of one row equals the generic kernel", "[armv7em]") {
  constexpr auto check = []<layer L>() {
    if constexpr (is_taken_by_tiles<L>) conv2d_by_tiles<L>();
  };
  each_of<shapes::windows, scheme::q, 1>(check);
  each_of<shapes::windows, scheme::halves, 6>(check);
  each_of<shapes::windows, scheme::channels, 16>(check);
  // padding on all sides, a stride, images, a last tile that overlaps; rows of whole fours or not
  constexpr layer some{.n = 2, .h = 6, .w = 15, .oc = 17, .stride = {1, 2}, .x_zero = 9};
  conv2d_by_tiles<as(some, scheme::channels, 4)>();
  conv2d_by_tiles<as(some, scheme::q, 3)>();
  conv2d_by_tiles<layer{.h = 3, .w = 8, .c = 24, .oc = 9, .kh = 1, .kw = 1}>();
}
TEST_CASE("conv2d by tiles leaves rows to others that are no whole tiles", "[armv7em]") {
  constexpr layer eight{.h = 4, .w = 8, .c = 64, .oc = 64, .kh = 1, .kw = 1};
  constexpr auto wide = [](layer l, int w) {
    l.w = w;
    return l;
  };
  static_assert(is_taken_by_tiles<eight> && !is_taken_by_tiles<wide(eight, 5)>);
}
TEST_CASE("dense over rows in place equals the generic kernel", "[armv7em]") {
  dense_in_place<layer{.n = 3, .c = 6, .oc = 3, .kh = 1, .kw = 1, .act = activation::relu}>();
  dense_in_place<layer{.n = 16, .c = 4, .oc = 64, .kh = 1, .kw = 1, .weights = 3}>();
  dense_in_place<layer{
      .c = 64, .oc = 13, .kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up}>();
  dense_in_place<layer{.c = 640,
                       .oc = 10,
                       .kh = 1,
                       .kw = 1,
                       .how = scheme::channels,
                       .act = activation::relu6,
                       .y_zero = 10}>();
  dense_in_place<as(layer{.kh = 1, .kw = 1, .weights = 3, .bias = 16'000'000}, scheme::q, 8, 12)>();
}
TEST_CASE("depthwise_conv2d of four channels equals the generic kernel", "[armv7em]") {
  constexpr auto check = []<layer L>() { depthwise<L>(); };
  each_of<shapes::channel_windows, scheme::q, 4>(check);
  each_of<shapes::channel_windows, scheme::channels, 11>(check);
}
TEST_CASE("depthwise_conv2d of pairs of rows equals the generic kernel", "[armv7em]") {
  constexpr auto check = []<layer L>() { depthwise_of_pairs<L>(); };
  each_of<paired_windows, scheme::q, 4>(check);
  each_of<paired_windows, scheme::channels, 9>(check);
  each_of<paired_windows, scheme::halves, 6>(check);
  each_of<paired_windows, scheme::tensor, 5>(check);
}
TEST_CASE("depthwise_conv2d of pairs of rows has any number of channels and pixels", "[armv7em]") {
  etch::for_each_index<6>([]<int I>() {
    constexpr int channels[]{7, 8, 11, 17, 24, 33};
    depthwise_of_pairs<layer{.h = 3, .w = 2 + I, .c = channels[I], .x_zero = 3}>();
    depthwise_of_pairs<layer{.h = 4, .w = 9 - I, .c = channels[I], .stride = 2, .weights = 3}>();
  });
}
TEST_CASE("depthwise_conv2d of pairs of columns equals the generic kernel", "[armv7em]") {
  constexpr auto check = []<layer L>() { depthwise_of_columns<L>(); };
  each_of<high_pictures, scheme::q, 4>(check);
  each_of<high_pictures, scheme::channels, 9>(check);
  each_of<high_pictures, scheme::halves, 6>(check);
  each_of<high_pictures, scheme::tensor, 5>(check);
}
TEST_CASE("depthwise_conv2d goes from row to row in high pictures alone", "[armv7em]") {
  constexpr auto takes = []<layer L>() {
    return etch::depthwise_conv2d_s8_s8_s8_2x2_smlad_columns::accepts<
        etch::call<tried<L, kind::depthwise>::node, 0>>;
  };
  static_assert(takes.operator()<layer{.h = 25, .w = 5, .c = 4}>());
  static_assert(!takes.operator()<layer{.h = 5, .w = 25, .c = 4}>());
  static_assert(!takes.operator()<layer{.h = 6, .w = 6, .c = 4}>());
}
TEST_CASE("depthwise_conv2d of pairs of rows rounds once as the generic kernel", "[armv7em]") {
  depthwise_of_pairs<layer{.c = 4, .round = rounding::tflite_single}>();
  depthwise_of_pairs<layer{
      .c = 6, .how = scheme::halves, .act = activation::relu, .round = rounding::tflite_single}>();
  depthwise_of_pairs<layer{.c = 11, .how = scheme::from_q}>();
  depthwise_of_pairs<layer{.c = 8, .how = scheme::to_q, .act = activation::relu}>();
}
TEST_CASE("depthwise_conv2d of pairs of rows has channels of one code", "[armv7em]") {
  depthwise_of_pairs<layer{.h = 6, .c = 9, .bias = 250'000}>();
  depthwise_of_pairs<layer{
      .h = 7, .c = 8, .stride = 2, .act = activation::relu, .y_zero = -128, .bias = 250'000}>();
}
TEST_CASE("depthwise_conv2d of pairs of rows leaves other windows to others", "[armv7em]") {
  constexpr auto takes = []<layer L>() {
    return etch::depthwise_conv2d_s8_s8_s8_2x2_smlad::accepts<
        etch::call<tried<L, kind::depthwise>::node, 0>>;
  };
  static_assert(takes.operator()<layer{.c = 4}>() && !takes.operator()<layer{.c = 3}>());
  static_assert(!takes.operator()<layer{.c = 4, .kh = 2}>());
  static_assert(!takes.operator()<layer{.c = 4, .kw = 4}>());
  static_assert(!takes.operator()<layer{.c = 4, .stride = 3}>());
  static_assert(!takes.operator()<layer{.c = 4, .stride = {1, 2}}>());
  static_assert(!takes.operator()<layer{.h = 9, .w = 9, .c = 4, .dilation = 2}>());
}
TEST_CASE("dense by pairs of filters equals the generic kernel", "[armv7em]") {
  constexpr auto check = []<layer L>() { dense<L>(); };
  each_of<shapes::denses, scheme::q>(check);
  each_of<shapes::denses, scheme::channels>(check);
  each_of<shapes::denses, scheme::halves>(check);
}

TEST_CASE("relu of four codes a word equals the generic kernel", "[armv7em]") {
  compare<etch::relu_s8_s8_sel, etch::relu_generic, rectified<etch::q<2, 5>, 2, 3, 5, 16>::node>();
  compare<etch::relu_s8_s8_sel, etch::relu_generic, rectified<etch::q<0, 7>, 2, 3, 1, 4>::node>();
  compare<etch::relu_s8_s8_sel, etch::relu_generic,
          rectified<etch::affine<std::int8_t, 0.05>, 2, 3, 5, 7>::node>();
}
TEST_CASE("add by MLA equals the generic kernel for all codes", "[armv7em]") {
  check_sums_by_products<etch::add_s8_s8_s8_mla, ETCH_HAS_DSP != 0>();
  check_differences_by_products<etch::sub_s8_s8_s8_mla, ETCH_HAS_DSP != 0>();
  check_q7_sums_by_products<etch::add_s8_s8_s8_mla, ETCH_HAS_DSP != 0>();
}
TEST_CASE("add by SMMLAR equals the generic kernel", "[armv7em]") {
  check_sums<etch::add_s8_s8_s8_smmlar, ETCH_HAS_DSP != 0>();
  check_short_sums<etch::add_s16_s16_s16_smmlar, ETCH_HAS_DSP != 0>();
  check_short_sums<etch::sub_s16_s16_s16_smmlar, ETCH_HAS_DSP != 0>();
}
