// The mean of 8-bit codes by one unsigned division is that of the definition, for every sum; means
// and sums whose factor leaves 32 bits are refused.
#include <etch/kernel/armv7em/avg_pool_s8_s8_sxtab16.hpp>
#include <etch/op/global_avg_pool.hpp>

namespace {

using etch::rounding;

template <rounding R>
constexpr bool equals_definition(int cells, std::int32_t first, std::int32_t last) {
  for (std::int32_t sum = first; sum <= last; ++sum) {
    if (etch::armv7em::mean_of_codes<R>(sum, cells) != etch::mean_of<R>(sum, cells)) return false;
  }
  return true;
}
template <rounding R>
constexpr bool equals_definition(int cells) {
  return equals_definition<R>(cells, -128 * cells, 127 * cells);
}
/// Of the largest windows the ends and the middle.
template <rounding R>
constexpr bool equals_definition_of_largest() {
  return equals_definition<R>(256, -32768, -32000) && equals_definition<R>(256, -400, 400) &&
         equals_definition<R>(256, 31744, 32512);
}
template <rounding R>
constexpr bool for_windows() {
  return equals_definition<R>(1) && equals_definition<R>(2) && equals_definition<R>(3) &&
         equals_definition<R>(4) && equals_definition<R>(9) && equals_definition<R>(30) &&
         equals_definition_of_largest<R>();
}
static_assert(for_windows<rounding::half_up>());
static_assert(for_windows<rounding::half_away>());
static_assert(for_windows<rounding::tflite_double>());

// TensorFlow Lite's factor of a mean: as many places to the left as the count has, then a division
static_assert(etch::mean_factor(1.0, 3).multiplier == (1 << 30) * 2LL / 3);
static_assert(etch::mean_factor(1.0, 49).multiplier == (1 << 30) * 32LL / 49);
static_assert(etch::mean_factor(1.0, 64).multiplier == 1 << 30 &&
              etch::mean_factor(1.0, 64).shift == 1 - 6);

/// Whether so many cells of scale 1 are refused a mean, or a sum, of scale 2^-places.
template <int Sums, int Places, int H, int W>
constexpr bool is_refused() {
  using namespace etch;
  const operand x = describe<tensor<affine<std::int8_t, 1.0>, shape<H, W, 1>>>();
  const operand y = describe<tensor<affine<std::int8_t, power_of_two(-Places)>, shape<1>>>();
  return static_cast<bool>(ops::global_avg_pool{Sums}.check_output({&x, 1}, y));
}
// 2^8 codes shifted by 23 - 1: quantise_factor(2^k) shifts by k + 1
static_assert(!is_refused<1, 21, 2, 1>() && is_refused<1, 22, 2, 1>());
static_assert(!is_refused<0, 22, 2, 1>() && is_refused<0, 23, 2, 1>());
static_assert(!is_refused<1, 0, 2048, 2048>() && is_refused<1, 0, 2048, 2049>());

}  // namespace
