// max_pool of 8 to 16 bits on Cortex-M equals the generic one, bit for bit. Elsewhere only what is
// known at compile time.
// PROCESSORS: cortex-m0 cortex-m3 cortex-m4 cortex-m55
#include <catch2/catch.hpp>

#include <etch/kernel/armv6m.hpp>
#include <etch/kernel/armv7em.hpp>
#include <etch/kernel/armv7m.hpp>
#include <etch/kernel/armv81m.hpp>

#include "../support/pools.hpp"

namespace {

using namespace test;
using etch::affine, etch::q;

using s8 = affine<std::int8_t, 0.05, 5>;
using u8 = affine<std::uint8_t, 0.05, 120>;
using s16 = affine<std::int16_t, 0.001>;
// Each kernel runs on the least cores that have it.
constexpr bool has_mve = ETCH_HAS_MVE != 0;
constexpr bool has_dsp = ETCH_HAS_DSP != 0 && !has_mve;
constexpr bool has_words = ETCH_HAS_M_PROFILE != 0 && ETCH_HAS_DSP == 0;

}  // namespace

TEST_CASE("max_pool of aligned words equals the generic kernel", "[cortex_m]") {
  check_largest<etch::max_pool_s8_s8_bics, s8, has_words, 4>();
  check_largest<etch::max_pool_s8_s8_bics, q<0, 7>, has_words, 4>();
  check_largest<etch::max_pool_u8_u8_bics, u8, has_words, 4>();
  check_largest<etch::max_pool_s16_s16_bics, s16, has_words, 2>();
  check_largest<etch::max_pool_s16_s16_bics, q<2, 9>, has_words, 2>();
  check_largest<etch::max_pool_s8_s8_subs, s8, has_words, 4>();
}
TEST_CASE("words of channels are asked for, and columns where they serve", "[cortex_m]") {
  const auto windows = []<class K, class X, int C, int Size, int Stride>(bool accepts) {
    using node = pooled_windows<8, 8, C, etch::ops::max_pool{Size, {Stride, {}, etch::pad(0)}},
                                etch::rounding::half_up, etch::activation::none, X>;
    CHECK(K::template accepts<etch::call<node::node, 0>> == accepts);
  };
  windows.operator()<etch::max_pool_s8_s8_bics, s8, 6, 2, 2>(false);
  windows.operator()<etch::max_pool_s16_s16_bics, s16, 6, 2, 2>(true);
  windows.operator()<etch::max_pool_s16_s16_bics, s16, 3, 2, 2>(false);
  windows.operator()<etch::max_pool_s8_s8_sel, s8, 5, 2, 2>(true);
  windows.operator()<etch::max_pool_s8_s8_sel, s8, 3, 2, 2>(false);
  windows.operator()<etch::max_pool_s8_s8_ssub8, s8, 8, 2, 2>(false);
  windows.operator()<etch::max_pool_s8_s8_ssub8, s8, 8, 5, 1>(true);
  windows.operator()<etch::max_pool_s8_s8_ssub8, s8, 6, 5, 1>(false);
}
TEST_CASE("max_pool by SEL equals the generic kernel", "[cortex_m]") {
  check_largest<etch::max_pool_s8_s8_sel, s8, has_dsp, 1, 4>();
  check_largest<etch::max_pool_s8_s8_sel, q<0, 7>, has_dsp, 1, 4>();
  check_largest<etch::max_pool_u8_u8_sel, u8, has_dsp, 1, 4>();
  check_largest<etch::max_pool_s16_s16_sel, s16, has_dsp, 1, 2>();
  check_largest<etch::max_pool_s16_s16_sel, q<2, 9>, has_dsp, 1, 2>();
  check_largest<etch::max_pool_s8_s8_ssub8, s8, has_dsp, 4>();
  check_largest<etch::max_pool_s16_s16_ssub16, q<0, 15>, has_dsp, 2>();
}
TEST_CASE("max_pool by VMAX equals the generic kernel", "[cortex_m]") {
  check_largest<etch::max_pool_s8_s8_vmax, s8, has_mve>();
  check_largest<etch::max_pool_u8_u8_vmax, u8, has_mve>();
  check_largest<etch::max_pool_s16_s16_vmax, s16, has_mve>();
  check_largest<etch::max_pool_s16_s16_vmax, q<2, 9>, has_mve>();
}
