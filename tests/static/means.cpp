// The mean of codes by one unsigned division, and by a product instead of it, is that of the
// definition, for every sum; means and sums whose factor leaves 32 bits are refused.
#include <etch/kernel/cortex_m/means_of_words.hpp>
#include <etch/op/global_avg_pool.hpp>

namespace {

using etch::rounding;

template <rounding R, class Code, int Bits>
constexpr bool equals_between(int cells, std::int32_t first, std::int32_t last) {
  etch::cortex_m::mean_of_codes<R, Code, Bits> mean;
  mean.over(cells);
  for (std::int32_t sum = first; sum <= last; ++sum) {
    if (mean(sum) != etch::mean_of<R>(sum, cells)) return false;
  }
  return true;
}
/// The ends and the middle of all sums.
template <rounding R, class Code, int Bits>
constexpr bool equals_definition(int cells) {
  constexpr bool has_sign = static_cast<Code>(-1) < 0;
  constexpr int half = 1 << (8 * sizeof(Code) - 1);
  const int least = has_sign ? -half * cells : 0,
            most = (has_sign ? half - 1 : 2 * half - 1) * cells;
  const auto equals = equals_between<R, Code, Bits>;
  return equals(cells, least, least + 400) && equals(cells, most - 400, most) &&
         equals(cells, (least + most) / 2 - 200, (least + most) / 2 + 200);
}
template <rounding R, class Code, int Bits>
constexpr bool for_cells() {
  const int most = sizeof(Code) == 1 ? 256 : Bits == 0 ? 255 : 127;
  constexpr int tried[]{2, 3, 4, 9, 25, 30, 90, 91, 125, 127, 128, 251, 255, 256};
  for (const int cells : tried) {
    if (cells <= most && !equals_definition<R, Code, Bits>(cells)) return false;
  }
  return true;
}
template <class Code, int Bits>
constexpr bool for_ties() {
  return for_cells<rounding::half_up, Code, Bits>() &&
         for_cells<rounding::half_away, Code, Bits>() &&
         for_cells<rounding::tflite_double, Code, Bits>() &&
         for_cells<rounding::toward_zero, Code, Bits>();
}
static_assert(for_ties<std::int8_t, 32>() && for_ties<std::int8_t, 64>());
static_assert(for_ties<std::uint8_t, 32>() && for_ties<std::uint8_t, 64>());
static_assert(for_ties<std::int16_t, 0>() && for_ties<std::int16_t, 64>());
// every sum of a window
static_assert(equals_between<rounding::half_away, std::int8_t, 32>(9, -128 * 9, 127 * 9));
static_assert(equals_between<rounding::toward_zero, std::int8_t, 32>(91, -128 * 91, 127 * 91));
static_assert(equals_between<rounding::half_away, std::uint8_t, 64>(25, 0, 255 * 25));

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
