// depthwise_conv2d of AArch64 by sliding columns equals the generic kernel at every border.
// Elsewhere only what is known at compile time.
// PROCESSORS: aarch64
#include <etch/kernel/aarch64.hpp>

#include "../support/shapes.hpp"

namespace {

using namespace test;
using etch::activation, etch::pad, etch::rounding;

using by_sdot = etch::depthwise_conv2d_s8_s8_s8_8x4_sdot;
using by_smull = etch::depthwise_conv2d_s8_s8_s8_8x2_smull;
using by_quads = etch::depthwise_conv2d_s8_s8_s8_8x8_sdot;
using by_copies = etch::depthwise_conv2d_s8_s8_s8_8x4_smull;

/// L without a weight of -128.
constexpr layer mild(layer l) {
  l.weights = 3;
  return l;
}
/// Compares both kernels with the generic one; that by SMULL where no weight can be -128.
template <layer L>
void sliding() {
  check_layer<kind::depthwise, L, by_sdot, ETCH_HAS_DOTPROD != 0>();
  check_layer<kind::depthwise, mild(L), by_smull, ETCH_HAS_NEON != 0>();
}
/// The kernel of any window, with and without a zero point of weights.
template <layer L>
void copied() {
  check_layer<kind::depthwise, mild(L), by_copies, ETCH_HAS_NEON != 0>();
  check_layer<kind::depthwise, mild(as(L, scheme::zeros)), by_copies, ETCH_HAS_NEON != 0>();
}
template <layer L>
void quads() {
  check_layer<kind::depthwise, L, by_quads, ETCH_HAS_DOTPROD != 0>();
}
template <class K, layer L>
constexpr bool takes = K::template accepts<etch::call<tried<L, kind::depthwise>::node, 0>>;

}  // namespace

TEST_CASE("depthwise_conv2d by sliding columns equals the generic kernel at every border",
          "[aarch64_depthwise]") {
  sliding<{.n = 2, .h = 5, .w = 6, .c = 8, .how = scheme::q, .round = rounding::half_up}>();
  sliding<{.h = 1, .w = 1, .c = 8, .x_zero = -128}>();
  sliding<{.h = 2, .w = 2, .c = 9, .act = activation::relu, .x_zero = 127}>();
  sliding<{.h = 3, .w = 3, .c = 17, .act = activation::clamp, .weights = 3}>();
  sliding<{.h = 4, .w = 4, .c = 16, .act = activation::relu, .x_zero = -128, .y_zero = -128}>();
  sliding<{.n = 3, .h = 3, .w = 7, .c = 12, .around = pad(0, 1, 1, 0), .weights = 3}>();
  sliding<{.h = 6, .w = 9, .c = 11, .around = etch::valid}>();
  sliding<{.h = 5, .w = 17, .c = 8, .how = scheme::tensor, .round = rounding::tflite_single}>();
  sliding<{.h = 4, .w = 5, .c = 24, .how = scheme::halves, .round = rounding::xnnpack}>();
  sliding<{.h = 5, .w = 9, .c = 17, .how = scheme::tensor, .act = activation::relu}>();
}
TEST_CASE("depthwise_conv2d by sliding columns equals the generic kernel for strides",
          "[aarch64_depthwise]") {
  sliding<{.n = 2, .h = 8, .w = 8, .c = 8, .stride = 2}>();
  sliding<{.h = 7, .w = 9, .c = 10, .stride = 2, .act = activation::relu, .x_zero = -128}>();
  sliding<{.h = 6, .w = 5, .c = 8, .stride = 2, .around = etch::valid, .weights = 3}>();
  sliding<{.h = 5, .w = 8, .c = 16, .stride = {1, 2}, .x_zero = 127}>();
  sliding<{
      .h = 9, .w = 4, .c = 8, .stride = {3, 1}, .how = scheme::q, .round = rounding::half_up}>();
  sliding<{.h = 4, .w = 2, .c = 8, .stride = 2, .around = pad(1, 1, 0, 0)}>();
}
TEST_CASE("depthwise_conv2d by sliding columns equals the generic kernel for dilations",
          "[aarch64_depthwise]") {
  sliding<{.n = 2, .h = 9, .w = 8, .c = 8, .dilation = 2, .x_zero = -128}>();
  sliding<{.h = 7, .w = 9, .c = 17, .dilation = 2, .act = activation::relu, .x_zero = 127}>();
  sliding<{.h = 9, .w = 12, .c = 9, .stride = {2, 1}, .dilation = {2, 3}, .x_zero = 5}>();
  sliding<{.h = 7, .w = 6, .c = 8, .around = etch::valid, .dilation = {3, 1}}>();
  sliding<as({.h = 4, .w = 5, .c = 8, .around = pad(2, 1, 1, 2), .dilation = 2}, scheme::zeros)>();
  sliding<{.h = 2, .w = 1, .c = 8, .dilation = 2, .x_zero = -3}>();
}
TEST_CASE("depthwise_conv2d by sliding columns takes a zero point of weights",
          "[aarch64_depthwise]") {
  sliding<as({.n = 2, .h = 5, .w = 6, .c = 8}, scheme::zeros)>();
  sliding<as({.h = 4, .w = 9, .c = 17, .x_zero = 127}, scheme::zeros)>();
  sliding<as({.h = 7, .w = 9, .c = 10, .stride = 2, .x_zero = -128}, scheme::zeros)>();
}
TEST_CASE("depthwise_conv2d by SMULL of any window equals the generic kernel",
          "[aarch64_depthwise]") {
  each_of<shapes::channel_windows, scheme::channels, 11>([]<layer L>() { copied<L>(); });
  copied<{.n = 2, .h = 9, .w = 7, .c = 24, .kh = 5, .kw = 5}>();
  copied<{.h = 8, .w = 13, .c = 8, .dilation = 2, .x_zero = -128}>();
  copied<{.h = 9, .w = 3, .c = 9, .kh = 2, .kw = 2, .stride = {3, 1}, .x_zero = 127}>();
  copied<{.h = 4, .w = 2, .c = 8, .kh = 7, .kw = 5, .around = pad(3, 3, 2, 2)}>();
}
TEST_CASE("depthwise_conv2d by SDOT of quads equals the generic kernel", "[aarch64_depthwise]") {
  quads<{.n = 2, .h = 9, .w = 7, .c = 24, .kh = 5, .kw = 5}>();
  quads<{.h = 6, .w = 19, .c = 9, .kh = 3, .kw = 5, .act = activation::relu, .x_zero = -128}>();
  quads<{.h = 9, .w = 8, .c = 8, .kh = 2, .kw = 4, .stride = 2, .x_zero = 127}>();
  quads<{.h = 8, .w = 29, .c = 17, .kw = 2, .stride = {2, 3}, .dilation = {2, 1}}>();
  quads<{.h = 7, .w = 40, .c = 8, .stride = 4, .around = pad(0, 2, 1, 0), .how = scheme::zeros}>();
  quads<as({.h = 5, .w = 11, .c = 8, .kw = 5, .around = etch::valid}, scheme::zeros)>();
  quads<{.h = 4, .w = 1, .c = 8, .kh = 5, .kw = 5}>();
  CHECK(takes<by_quads, layer{.c = 8, .kh = 7, .kw = 5}>);
  CHECK_FALSE(takes<by_quads, layer{.c = 8, .kw = 6}>);
  CHECK_FALSE(takes<by_quads, layer{.c = 8, .kw = 1}>);
  CHECK_FALSE(takes<by_quads, layer{.c = 8, .stride = {1, 5}}>);
  CHECK_FALSE(takes<by_quads, layer{.c = 8, .dilation = {1, 2}}>);
}
TEST_CASE("one product ends all sums as two roundings do", "[aarch64_depthwise]") {
  // What a sum becomes, from `zero` on.
  const auto differing = [](etch::fixed_point_factor f, long long low, long long high, int zero,
                            int places) {
    const int count = 127 - zero;
    const auto p = etch::neon::find_one_product(f, low, high, zero, count, places);
    if (!p.exists) return -1;
    int different = 0;
    for (long long sum = low; sum <= high; ++sum) {
      const long long product = ((sum + p.start) * p.multiplier + (1LL << 30)) >> 31;
      const auto y = etch::clamp<long long>((product + p.offset) >> places, zero, 127);
      const long long scaled =
          etch::scale_by<rounding::tflite_double>(static_cast<std::int32_t>(sum), f) + zero;
      different += y != etch::clamp<long long>(scaled, zero, 127);
    }
    return different;
  };
  std::uint32_t state = 1;
  for (int i = 0; i < 40; ++i) {
    state = state * 1664525 + 1013904223;
    const auto multiplier = static_cast<std::int32_t>((1U << 30) + (state >> 2));
    const int shift = -(5 + i % 4);
    CHECK(differing({multiplier, shift}, -70000, 90000, i % 3 == 0 ? 5 : -128, i % 3) == 0);
    int few = 0;  // of few steps, each of which sets limits
    for (int high = 0; high < 900; high += 5)
      few |= differing({multiplier, shift}, -50, high, high % 2 == 0 ? 120 : -128, i % 3);
    CHECK(few == 0);
  }
  CHECK(differing({1 << 30, 0}, -400, 400, -128, 0) == 0);
  CHECK(differing({INT32_MAX, -7}, -40000, 40000, -128, 5) == 0);
  CHECK(differing({1 << 30, -8}, 0, 0, -128, 4) == 0);
  CHECK(differing({1 << 30, 1}, 0, 100, -128, 0) == -1);    // shifted to the left
  CHECK(differing({1 << 30, -2}, 0, 100, -128, 3) == -1);   // more places than the factor has
  CHECK(differing({1 << 30, -30}, 0, 100, -128, 0) == -1);  // too small
  CHECK(differing({1500000000, -20}, 0, 90000000, -128, 0) == -1);  // no step can be placed
}
TEST_CASE("depthwise_conv2d by sliding columns leaves other windows", "[aarch64_depthwise]") {
  CHECK(takes<by_sdot, layer{.c = 8}>);
  CHECK_FALSE(takes<by_sdot, layer{.c = 7}>);
  CHECK_FALSE(takes<by_sdot, layer{.c = 8, .kh = 5}>);
  CHECK_FALSE(takes<by_sdot, layer{.c = 8, .stride = 3}>);
  CHECK(takes<by_sdot, layer{.c = 8, .dilation = 2}>);
  CHECK_FALSE(takes<by_sdot, layer{.c = 8, .stride = {1, 2}, .dilation = {1, 2}}>);
  CHECK_FALSE(takes<by_sdot, layer{.w = 8, .c = 8, .dilation = {1, 3}}>);
  CHECK_FALSE(takes<by_sdot, layer{.c = 8, .around = pad(2, 0, 1, 1)}>);
  CHECK_FALSE(takes<by_sdot, layer{.c = 8, .around = pad(1, 2, 1, 1)}>);
  CHECK_FALSE(takes<by_sdot, layer{.c = 8, .around = pad(1, 1, 2, 1)}>);
  CHECK_FALSE(takes<by_sdot, layer{.c = 8, .around = pad(1, 1, 1, 2)}>);
  CHECK(takes<by_smull, layer{.c = 8, .weights = 3}>);
  CHECK_FALSE(takes<by_smull, layer{.c = 8, .weights = 2}>);
  CHECK_FALSE(takes<by_smull, layer{.c = 8, .stride = 3, .weights = 3}>);
}
