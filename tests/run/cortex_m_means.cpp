// Means of 8 to 16 bits on Cortex-M equal the generic ones, bit for bit. Elsewhere only what is
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
using etch::affine, etch::q, etch::rounding;

using s8 = affine<std::int8_t, 0.05, 5>;
using u8 = affine<std::uint8_t, 0.05, 120>;
using s16 = affine<std::int16_t, 0.001>;
// Each kernel runs on the least cores that have it.
constexpr bool has_mve = ETCH_HAS_MVE != 0;
constexpr bool has_dsp = ETCH_HAS_DSP != 0 && !has_mve;
constexpr bool has_words = ETCH_HAS_M_PROFILE != 0 && ETCH_HAS_DSP == 0;
constexpr bool has_long = has_words && ETCH_HAS_LONG_MULTIPLY != 0;

}  // namespace

TEST_CASE("means of aligned words equal the generic kernels", "[cortex_m]") {
  check_means<etch::avg_pool_s8_s8_ands, etch::global_avg_pool_s8_s8_ands, has_words, 4>();
  check_means<etch::avg_pool_u8_u8_ands, etch::global_avg_pool_u8_u8_ands, has_words, 4, u8>();
  check_means_of_windows<etch::avg_pool_s8_s8_ands, q<3, 4>, has_words, 4>();
  check_means_of_windows<etch::avg_pool_u8_u8_ands, etch::uq<0, 8>, has_words, 4>();
  check_means_of_images<etch::global_avg_pool_s16_s16_asrs, has_words, 2, s16>();
}
TEST_CASE("means of halfwords equal the generic kernels", "[cortex_m]") {
  check_means<etch::avg_pool_s16_s16_udiv, etch::global_avg_pool_s16_s16_asr, has_long, 1, s16,
              2>();
  check_means_of_windows<etch::avg_pool_s16_s16_udiv, q<3, 8>, has_long, 1, 2>();
}
TEST_CASE("means by SXTAB16 and UXTAB16 equal the generic kernels", "[cortex_m]") {
  check_means<etch::avg_pool_s8_s8_sxtab16, etch::global_avg_pool_s8_s8_sxtab16, has_dsp, 1, s8,
              4>();
  check_means<etch::avg_pool_u8_u8_uxtab16, etch::global_avg_pool_u8_u8_uxtab16, has_dsp, 1, u8,
              4>();
}
TEST_CASE("means by VADD equal the generic kernels", "[cortex_m]") {
  check_means<etch::avg_pool_s8_s8_vadd, etch::global_avg_pool_s8_s8_vadd, has_mve>();
  check_means<etch::avg_pool_u8_u8_vadd, etch::global_avg_pool_u8_u8_vadd, has_mve, 1, u8>();
  check_means<etch::avg_pool_s16_s16_vadd, etch::global_avg_pool_s16_s16_vadd, has_mve, 1, s16>();
  check_means_of_windows<etch::avg_pool_s16_s16_vadd, q<3, 8>, has_mve>();
  const auto images = []<int H, int W, int C, class Y, rounding R>() {
    check_kernel<etch::global_avg_pool_s8_s8_vadd, etch::global_avg_pool_generic,
                 averaged_images<H, W, C, Y, R>::node, has_mve>();
  };
  images.operator()<8, 8, 24, s8, rounding::tflite_double>();
  images.operator()<17, 15, 9, affine<std::int8_t, 0.02, -128>, rounding::tflite_single>();
  images.operator()<2, 2, 1, s8, rounding::toward_zero>();
  // more cells than lanes of 16 bits sum
  images.operator()<16, 17, 9, s8, rounding::half_even>();
  images.operator()<23, 24, 21, affine<std::int8_t, 0.02, -128>, rounding::tflite_double>();
}
