// The kernels of Armv6-M and Armv7-M equal the generic ones on every code: windows, channels,
// formats and limits of all kinds, weights and codes at their extremes. Where the machine
// multiplies to 64 bits those of Armv7-M run, on other Cortex-M those of Armv6-M; elsewhere only
// what is known at compile time.
// PROCESSORS: cortex-m0 cortex-m3 cortex-m4
#include <etch/kernel/armv6m.hpp>
#include <etch/kernel/armv7m.hpp>

#include "../support/shapes.hpp"
#include "../support/sums_and_means.hpp"

namespace {

using namespace test;
using etch::activation, etch::rounding;

template <kind K>
struct kernels_of;
template <>
struct kernels_of<kind::conv2d> {
  using armv6m = etch::conv2d_s8_s8_s8_8x1_muls;
  using armv7m = etch::conv2d_s8_s8_s8_8x1_mul;
  using armv6m_apart = etch::conv2d_s8_s8_s8_8x1_ldrb;
  using armv7m_apart = etch::conv2d_s8_s8_s8_8x1_ldr;
  using armv6m_patches = etch::conv2d_s8_s8_s8_1x4_muls;
  using armv7m_patches = etch::conv2d_s8_s8_s8_2x4_mul;
};
template <>
struct kernels_of<kind::dense> {
  using armv6m = etch::dense_s8_s8_s8_8x1_muls;
  using armv7m = etch::dense_s8_s8_s8_8x1_mul;
};
template <>
struct kernels_of<kind::depthwise> {
  using armv6m = etch::depthwise_conv2d_s8_s8_s8_1x1_muls;
  using armv7m = etch::depthwise_conv2d_s8_s8_s8_1x1_mla;
  using armv6m_apart = etch::depthwise_conv2d_s8_s8_s8_16x1_muls;
  using armv7m_apart = etch::depthwise_conv2d_s8_s8_s8_16x1_mla;
  using armv7m_pairs = etch::depthwise_conv2d_s8_s8_s8_1x2_mul;
};

/// Kernel A of Armv6-M or B of Armv7-M equals the generic one, whatever memory it takes.
template <class A, class B, class Generic, const auto& G>
void equal_on_this() {
#if ETCH_HAS_M_PROFILE
  using kernel = std::conditional_t<ETCH_HAS_LONG_MULTIPLY, B, A>;
  INFO(kernel::name);
  for (int codes = 0; codes < 3; ++codes) {
    auto x = random_codes<G, 0>(static_cast<std::uint32_t>(codes + 1));
    if (codes > 0) x.assign(x.size(), static_cast<std::int8_t>(codes == 1 ? -128 : 127));
    check_codes<kernel, Generic, G>(x.data());
  }
#endif
}

/// Whether microkernel M gives the codes of call C, whatever memory it takes.
template <class M, class C>
constexpr bool is_exact = [] {
  if constexpr (M::takes(etch::layer_of<C>)) return M::template proves<C>;
  else return false;
}();

template <kind K, layer L>
void equal() {
  INFO("C " << L.c << ", window " << L.kh << "x" << L.kw << ", OC " << L.oc);
  using kernels = kernels_of<K>;
  using c = etch::call<tried<L, K>::node, 0>;
  if constexpr (K == kind::depthwise) {
    using sums = etch::armv6m::window_of_bytes;
    static_assert(is_exact<etch::cortex_m::depthwise_by_windows<sums>, c>);
  } else {
    static_assert(kernels::armv6m::template accepts<c> && kernels::armv7m::template accepts<c>);
  }
  equal_on_this<typename kernels::armv6m, typename kernels::armv7m, generic_of<K>,
                tried<L, K>::node>();
  if constexpr (K != kind::dense) {  // and the kernel without scratch memory
    static_assert(kernels::armv6m_apart::template accepts<c> ==
                  kernels::armv7m_apart::template accepts<c>);
    if constexpr (kernels::armv6m_apart::template accepts<c>) {
      static_assert(kernels::armv6m_apart::template scratch<c> == 0);
      equal_on_this<typename kernels::armv6m_apart, typename kernels::armv7m_apart, generic_of<K>,
                    tried<L, K>::node>();
    }
  }
}

/// Whether patches of four pixels hold the sums of a layer exactly.
struct exact_patches {
  bool armv6m = true, armv7m = true;
};
template <layer L, exact_patches Exact = exact_patches{}>
void conv2d() {
  using namespace etch;
  equal<kind::conv2d, L>();
  using kernels = kernels_of<kind::conv2d>;
  using c = call<tried<L, kind::conv2d>::node, 0>;
  constexpr bool on_6m = is_exact<cortex_m::conv2d_by_patches<armv6m::tile_of_pairs>, c>;
  constexpr bool on_7m = is_exact<cortex_m::conv2d_by_patches<armv7m::tile_of_halves>, c>;
  static_assert(on_6m == Exact.armv6m && on_7m == Exact.armv7m);
  if constexpr (ETCH_HAS_LONG_MULTIPLY ? on_7m : on_6m) {
    equal_on_this<typename kernels::armv6m_patches, typename kernels::armv7m_patches,
                  conv2d_generic, tried<L, kind::conv2d>::node>();
  }
}
template <layer L>
void dense() {
  equal<kind::dense, L>();
}
template <layer L>
void depthwise() {
  equal<kind::depthwise, L>();
}
/// A layer that Armv7-M runs by pairs of rows.
template <layer L>
void row_pairs() {
#if ETCH_HAS_LONG_MULTIPLY
  using kernel = kernels_of<kind::depthwise>::armv7m_pairs;
  static_assert(kernel::accepts<etch::call<tried<L, kind::depthwise>::node, 0>>);
  equal_on_this<kernel, kernel, generic_of<kind::depthwise>, tried<L, kind::depthwise>::node>();
#endif
}
template <class K, layer L>
constexpr bool accepts = K::template accepts<etch::call<tried<L, kind::conv2d>::node, 0>>;

constexpr auto single = rounding::tflite_single;

template <class X, int... D>
void relu() {
  using kernel = etch::relu_s8_s8_bics;
  static_assert(kernel::accepts<etch::call<rectified<X, D...>::node, 0>>);
  equal_on_this<kernel, kernel, etch::relu_generic, rectified<X, D...>::node>();
}

/// Sums of C products near 2^14 each.
constexpr layer largest_sums(int c) {
  return {.h = 3,
          .w = 3,
          .c = c,
          .oc = 3,
          .kh = 1,
          .kw = 1,
          .x_zero = 0,
          .y_zero = 0,
          .factor = 3e-5,
          .weights = 4};
}

}  // namespace

TEST_CASE("conv2d by patches equals the generic kernel for windows of all kinds", "[armv6m]") {
  const auto check = []<layer L>() { conv2d<L>(); };
  each_of<shapes::windows, scheme::channels, 3>(check);
  each_of<shapes::windows, scheme::channels, 4>(check);
  each_of<shapes::dilated_windows, scheme::halves, 5>(check);
}
TEST_CASE("conv2d by patches equals the generic kernel for windows of one pixel", "[armv6m]") {
  conv2d<layer{.n = 3, .h = 5, .w = 1, .c = 12, .oc = 5, .kh = 1, .kw = 1}>();
  conv2d<layer{.h = 5, .w = 6, .c = 16, .oc = 9, .kh = 1, .kw = 1, .stride = {2, 3}}>();
  conv2d<layer{.h = 4, .w = 3, .c = 6, .oc = 2, .kh = 1, .kw = 1, .how = scheme::halves}>();
}
TEST_CASE("conv2d by patches that are laid out row by row equals the generic kernel", "[armv6m]") {
  // in parts, the last shorter; tiles over two rows and over two images
  conv2d<layer{.h = 13, .w = 12, .c = 1, .oc = 8, .kh = 10, .kw = 8, .stride = 2, .weights = 3}>();
  conv2d<layer{.n = 2,
               .h = 7,
               .w = 9,
               .c = 1,
               .oc = 3,
               .kh = 7,
               .kw = 8,
               .stride = {3, 2},
               .around = etch::pad(3, 4, 5, 2),
               .act = activation::relu,
               .x_zero = -128,
               .weights = 3}>();
  conv2d<layer{.n = 2,
               .h = 3,
               .w = 3,
               .c = 2,
               .oc = 8,
               .kh = 9,
               .kw = 6,
               .around = etch::pad(7, 5, 3, 4),
               .how = scheme::q,
               .round = rounding::half_up,
               .weights = 3}>();
  // whole: many filters, few taps, gaps between rows
  conv2d<layer{.h = 11, .w = 10, .c = 1, .oc = 17, .kh = 10, .kw = 4, .stride = 2, .weights = 3}>();
  conv2d<layer{.h = 9,
               .w = 7,
               .c = 3,
               .oc = 5,
               .kh = 3,
               .kw = 4,
               .stride = {1, 2},
               .around = etch::pad(2, 3, 2, 2),
               .dilation = {2, 1},
               .x_zero = 127,
               .weights = 3}>();
  // in parts that no whole rows fill
  conv2d<layer{.h = 6, .w = 8, .c = 3, .oc = 4, .kh = 5, .kw = 12, .weights = 3}>();
#if !ETCH_HAS_LONG_MULTIPLY
  using c = etch::call<
      tried<layer{.h = 13, .w = 12, .c = 1, .kh = 10, .kw = 8, .stride = 2}, kind::conv2d>::node,
      0>;
  static_assert(etch::conv2d_s8_s8_s8_1x4_muls::template scratch<c> <= 640);
#endif
}
TEST_CASE("conv2d pixel by pixel equals the generic kernel for groups", "[armv6m]") {
  const auto check = []<layer L>() { equal<kind::conv2d, L>(); };
  each_of<shapes::grouped_windows, scheme::channels, 12>(check);
  each_of<shapes::grouped_windows, scheme::q, 12>(check);
}
TEST_CASE("conv2d by patches equals the generic kernel for groups", "[armv6m]") {
  conv2d<layer{.n = 2, .h = 5, .w = 6, .c = 16, .oc = 10, .weights = 3, .groups = 2}>();
  conv2d<layer{.h = 6,
               .w = 7,
               .c = 18,
               .oc = 15,
               .around = etch::pad(1, 2, 2, 1),
               .dilation = {2, 3},
               .how = scheme::halves,
               .x_zero = 127,
               .weights = 3,
               .groups = 3}>();
  conv2d<layer{.h = 7,
               .w = 3,
               .c = 24,
               .oc = 8,
               .kh = 1,
               .kw = 2,
               .stride = {2, 1},
               .how = scheme::q,
               .round = rounding::half_up,
               .weights = 3,
               .groups = 2}>();
  static_assert(!accepts<etch::conv2d_s8_s8_s8_1x4_muls, layer{.c = 16, .oc = 6, .groups = 2}>);
}
TEST_CASE("conv2d over windows in place equals the generic kernel", "[armv6m]") {
  equal<kind::conv2d, layer{.n = 2, .h = 5, .w = 6, .c = 12, .oc = 9}>();
  equal<kind::conv2d, layer{.h = 9,
                            .w = 5,
                            .oc = 17,
                            .kh = 5,
                            .stride = {2, 1},
                            .around = etch::pad(4, 0, 3, 2),
                            .dilation = {2, 1},
                            .x_zero = 127}>();
  equal<kind::conv2d, layer{.h = 2,
                            .w = 3,
                            .c = 16,
                            .oc = 8,
                            .kh = 4,
                            .kw = 5,
                            .around = etch::pad(3, 4, 3, 2),
                            .how = scheme::q,
                            .round = rounding::half_up}>();
}
TEST_CASE("q values and affine ones together end by factors", "[armv6m]") {
  conv2d<layer{.h = 3, .w = 4, .c = 3, .how = scheme::from_q, .act = activation::relu}>();
  conv2d<layer{.h = 3, .w = 4, .how = scheme::to_q}>();
  depthwise<layer{.h = 3, .w = 4, .c = 11, .how = scheme::from_q}>();
  dense<layer{.c = 23, .oc = 9, .kh = 1, .kw = 1, .how = scheme::to_q, .act = activation::relu6}>();
}
TEST_CASE("conv2d by patches rounds and limits as the generic kernel", "[armv6m]") {
  conv2d<layer{.h = 4, .c = 4, .oc = 7, .how = scheme::tensor, .round = single}>();
  conv2d<layer{.h = 4, .c = 4, .oc = 7, .how = scheme::halves, .act = activation::clamp}>();
  conv2d<layer{.h = 4, .c = 4, .oc = 7, .how = scheme::halves, .round = single, .y_zero = 100}>();
  conv2d<layer{.h = 4, .c = 3, .oc = 7, .how = scheme::q, .round = rounding::half_up}>();
  conv2d<layer{.h = 4,
               .c = 3,
               .oc = 7,
               .how = scheme::q,
               .act = activation::relu,
               .round = rounding::half_up}>();
  conv2d<layer{.h = 4,
               .c = 1,
               .oc = 3,
               .kh = 1,
               .kw = 1,
               .how = scheme::q,
               .act = activation::clamp,
               .round = rounding::half_up,
               .shift = 0}>();
  conv2d<layer{.h = 4, .c = 4, .oc = 3, .factor = 1e-9}>();  // the same output for every input
}
TEST_CASE("conv2d by patches is exact where sums are largest, and refuses what is not",
          "[armv6m]") {
  conv2d<largest_sums(256)>();
  conv2d<largest_sums(260)>();
  conv2d<layer{.h = 3, .c = 4, .oc = 4, .factor = 3e-4, .weights = 1},
         exact_patches{.armv6m = false}>();
  conv2d<layer{.h = 3, .c = 4, .oc = 4, .factor = 3e-4, .weights = 2},
         exact_patches{.armv6m = false}>();
  constexpr layer even{.h = 3, .how = scheme::q, .round = rounding::half_even};
  static_assert(!accepts<etch::conv2d_s8_s8_s8_8x1_muls, even>);
  static_assert(!accepts<etch::conv2d_s8_s8_s8_1x4_muls, even>);
}
TEST_CASE("a sum that is wrong by one shows", "[armv6m]") {
  // few taps and a large factor: one sum in a hundred lies beside a step of the output
  conv2d<layer{.h = 12, .w = 11, .c = 2, .oc = 11, .kh = 1, .kw = 1, .factor = 0.006}>();
  dense<layer{.n = 50, .c = 2, .oc = 19, .kh = 1, .kw = 1, .factor = 0.006}>();
  depthwise<layer{.h = 10, .w = 11, .c = 17, .factor = 0.003}>();
  depthwise<layer{.h = 10, .w = 11, .c = 17, .kh = 1, .kw = 2, .factor = 0.006}>();
}
TEST_CASE("dense by eight filters equals the generic kernel", "[armv6m]") {
  const auto check = []<layer L>() { dense<L>(); };
  each_of<shapes::denses, scheme::tensor>(check);
  each_of<shapes::denses, scheme::q, 0, 9>(check);
  dense<layer{.c = 37, .oc = 15, .kh = 1, .kw = 1, .how = scheme::halves, .round = single}>();
  dense<layer{.n = 2, .c = 1027, .oc = 8, .kh = 1, .kw = 1, .factor = 1e-5}>();
  dense<layer{.c = 513, .oc = 8, .kh = 1, .kw = 1, .factor = 1e-5, .weights = 1}>();
  dense<layer{.c = 256, .oc = 16, .kh = 1, .kw = 1, .factor = 1e-5, .weights = 2}>();
}
TEST_CASE("depthwise_conv2d by windows equals the generic kernel", "[armv6m]") {
  const auto check = []<layer L>() { depthwise<L>(); };
  each_of<shapes::channel_windows, scheme::channels, 19>(check);
  depthwise<layer{.n = 2, .h = 5, .w = 7, .c = 1, .x_zero = -128}>();
  depthwise<layer{.h = 6, .w = 5, .c = 19, .stride = 2, .act = activation::relu}>();
  depthwise<layer{.h = 5, .w = 4, .c = 16, .around = etch::valid, .weights = 2}>();
  depthwise<layer{.h = 2, .w = 1, .c = 33, .how = scheme::halves, .round = single}>();
  depthwise<layer{.h = 5, .c = 6, .how = scheme::q, .round = rounding::half_up}>();
  // columns 3 and 4
  depthwise<layer{.n = 2, .h = 7, .w = 8, .c = 17, .kh = 5, .kw = 5, .x_zero = 127}>();
  depthwise<layer{.h = 6, .w = 9, .c = 5, .kh = 2, .kw = 4, .dilation = {3, 2}}>();
  // weights of 4 bits are bytes to it
  using kernels = kernels_of<kind::depthwise>;
  equal_on_this<kernels::armv6m, kernels::armv7m, generic_of<kind::depthwise>,
                tried<layer{.h = 4, .w = 6, .c = 9, .how = scheme::int4}, kind::depthwise>::node>();
}
TEST_CASE("depthwise_conv2d by pairs of rows equals the generic kernel", "[armv6m]") {
  row_pairs<layer{.n = 3, .h = 6, .w = 8, .c = 5, .weights = 3}>();
  row_pairs<layer{.n = 2, .h = 7, .w = 9, .c = 3, .x_zero = 127, .weights = 3}>();
  row_pairs<layer{.h = 8,
                  .w = 15,
                  .c = 4,
                  .stride = 2,
                  .act = activation::relu,
                  .x_zero = -128,
                  .weights = 3}>();
  row_pairs<layer{
      .h = 15, .w = 10, .c = 2, .stride = {2, 1}, .around = etch::pad(2, 2, 2, 2), .weights = 3}>();
  row_pairs<layer{
      .h = 10, .w = 20, .c = 2, .stride = {1, 3}, .around = etch::pad(0, 2, 2, 0), .weights = 3}>();
  row_pairs<layer{.h = 1, .w = 30, .c = 3, .around = etch::pad(2, 1, 1, 2), .weights = 5}>();
  row_pairs<layer{.h = 10,
                  .w = 11,
                  .c = 17,
                  .how = scheme::halves,
                  .round = single,
                  .factor = 0.003,
                  .weights = 3}>();
  row_pairs<layer{
      .h = 6, .w = 7, .c = 6, .how = scheme::q, .round = rounding::half_up, .weights = 3}>();
  row_pairs<layer{.h = 4, .w = 9, .c = 9, .how = scheme::int4, .act = activation::clamp}>();
#if ETCH_HAS_LONG_MULTIPLY
  using with_lowest = tried<layer{.h = 6, .w = 8, .c = 5, .weights = 4}, kind::depthwise>;
  static_assert(
      !etch::depthwise_conv2d_s8_s8_s8_1x2_mul::accepts<etch::call<with_lowest::node, 0>>);
#endif
}
TEST_CASE("add by MULS or MLA equals the generic kernel for all codes", "[armv6m]") {
  constexpr bool runs = ETCH_HAS_M_PROFILE != 0;
  check_sums_by_products<etch::add_s8_s8_s8_muls, runs && !ETCH_HAS_LONG_MULTIPLY>();
  check_differences_by_products<etch::sub_s8_s8_s8_muls, runs && !ETCH_HAS_LONG_MULTIPLY>();
  check_sums_by_products<etch::add_s8_s8_s8_mla, runs && ETCH_HAS_LONG_MULTIPLY != 0>();
  check_differences_by_products<etch::sub_s8_s8_s8_mla, runs && ETCH_HAS_LONG_MULTIPLY != 0>();
  check_unsigned_sums_by_products<etch::add_u8_u8_u8_muls, etch::sub_u8_u8_u8_muls,
                                  runs && !ETCH_HAS_LONG_MULTIPLY>();
  check_unsigned_sums_by_products<etch::add_u8_u8_u8_mla, etch::sub_u8_u8_u8_mla,
                                  runs && ETCH_HAS_LONG_MULTIPLY != 0>();
}
TEST_CASE("add by ADCS or SMULL equals the generic kernel", "[armv6m]") {
  constexpr bool runs = ETCH_HAS_M_PROFILE != 0;
  check_sums<etch::add_s8_s8_s8_adcs, runs && !ETCH_HAS_LONG_MULTIPLY>();
  check_sums<etch::add_s8_s8_s8_smull, runs && ETCH_HAS_LONG_MULTIPLY != 0>();
  check_short_sums<etch::add_s16_s16_s16_adcs, runs && !ETCH_HAS_LONG_MULTIPLY>();
  check_short_sums<etch::sub_s16_s16_s16_adcs, runs && !ETCH_HAS_LONG_MULTIPLY>();
  check_short_sums<etch::add_s16_s16_s16_smull, runs && ETCH_HAS_LONG_MULTIPLY != 0>();
  check_short_sums<etch::sub_s16_s16_s16_smull, runs && ETCH_HAS_LONG_MULTIPLY != 0>();
}
TEST_CASE("relu of four codes a word equals the generic kernel", "[armv6m]") {
  relu<etch::q<2, 5>, 2, 3, 5, 16>();
  relu<etch::q<0, 7>, 2, 3, 1, 4>();
  relu<etch::affine<std::int8_t, 0.05>, 2, 3, 4, 5>();
  using odd = rectified<etch::q<0, 7>, 2, 3, 5, 7>;
  using shifted = rectified<etch::affine<std::int8_t, 0.05, 5>, 2, 3, 5, 16>;
  static_assert(!etch::relu_s8_s8_bics::accepts<etch::call<odd::node, 0>>);
  static_assert(!etch::relu_s8_s8_bics::accepts<etch::call<shifted::node, 0>>);
}
