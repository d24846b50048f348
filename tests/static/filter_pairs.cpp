// The end of filter B from 256 times its sum is that from twice its sum.
#include <etch/kernel/armv7em/filter_pairs.hpp>

#include <algorithm>

namespace {

using etch::armv7em::factor_of_256_sums, etch::armv7em::factor_step, etch::armv7em::may_be_b;

/// (SMMLA or, with half 1, SMMLAR of number, multiplier, offset) >> shift, in 64 bits.
constexpr long long scaled(long long number, const etch::cortex_m::output_factor& f, int half) {
  const long long product = number * f.multiplier + half * (1LL << 31);
  return ((product >> 32) + f.offset) >> f.shift;
}

/// Whether both agree for sums around `sum`, and 32 bits hold what SMMLA yields.
constexpr bool agree(long long sum, const etch::cortex_m::output_factor& f, factor_step step) {
  const etch::cortex_m::output_factor b = factor_of_256_sums(f, step);
  for (long long s = std::max(sum - 9, -(1LL << 23)); s < std::min(sum + 9, 1LL << 23); ++s) {
    const long long high = (256 * s * b.multiplier >> 32) + b.offset;
    if (high != static_cast<std::int32_t>(high)) return false;
    if (scaled(2 * s, f, step == factor_step::half_up) != scaled(256 * s, b, 0)) return false;
  }
  return true;
}

constexpr bool agree_everywhere(factor_step step) {
  for (int shift = 1; shift <= 15; ++shift) {
    for (int zero : {-255, -1, 0, 128, 255}) {
      for (int multiplier : {1 << 30, 0x5a827999, 0x7fffffff}) {
        const etch::cortex_m::output_factor f{multiplier, zero * (1 << shift) + (1 << (shift - 1)),
                                              shift};
        for (long long sum : {-(1LL << 23), -4095LL << shift, 0LL, 77LL << shift, 1LL << 23}) {
          if (!agree(sum, f, step)) return false;
        }
      }
    }
  }
  return true;
}
static_assert(agree_everywhere(factor_step::half_up));
static_assert(agree_everywhere(factor_step::single));

constexpr bool may_be_b_with(int shift) {
  etch::cortex_m::accumulator f;
  f.may_be_second = true;
  f.factor.shift = shift;
  return may_be_b(f);
}
static_assert(may_be_b_with(15) && !may_be_b_with(16));

}  // namespace
