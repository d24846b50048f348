// What the codes of a detector's output stand for: logits, exponentials and likelihoods in
// integers, the same on every machine.
#pragma once

#include <etch/base/functions.hpp>
#include <etch/base/rounding.hpp>
#include <etch/base/tables.hpp>
#include <etch/decode/box.hpp>
#include <etch/format/format.hpp>

namespace ETCH_NAMESPACE::decode {

/// Logits have 12 fraction bits and lie between -16 and 16; exponentials have 16 fraction bits.
inline constexpr int logit_bits = 12, exponential_bits = 16;
inline constexpr std::int32_t highest_logit = (std::int32_t{16} << logit_bits) - 1;

/// How a code becomes a logit.
struct logit_reader {
  int zero;
  fixed_point_factor unit;  ///< of 2^-12
  constexpr std::int32_t operator()(std::int32_t code) const {
    const std::int64_t product = std::int64_t{code - zero} * unit.multiplier;
    const std::int64_t logit = shift_rounded<rounding::half_away>(product, 31 - unit.shift);
    return static_cast<std::int32_t>(
        clamp(logit, std::int64_t{-highest_logit - 1}, std::int64_t{highest_logit}));
  }
};
/// The reader of integer codes of a unit and a zero point, of 16 bits or fewer.
constexpr logit_reader logits_of(double unit, int zero) {
  return {zero, quantise_factor(unit * (1 << logit_bits))};
}
/// The reader of codes of format F.
template <class F>
inline constexpr logit_reader logits = [] {
  static_assert(F::kind::is_integer && F::descriptor.bits <= 16,
                "detectors are read from integer codes of 16 bits or fewer");
  return logits_of(F::descriptor.unit(), F::descriptor.zero);
}();

/// 2^(i / 32), 30 fraction bits.
struct power_table {
  std::uint32_t at[33];
  constexpr power_table() : at{} {
    for (int i = 0; i <= 32; ++i) {
      at[i] = static_cast<std::uint32_t>(
          round_half_away(1073741824.0 * natural_exponential(i * 0.69314718055994531 / 32)));
    }
  }
};

/// e^x of a logit, at most 2^15: within a relative error of 2^-13 and half a unit.
constexpr std::uint32_t exponential(std::int32_t x) {
  constexpr std::int64_t turns_of_one = 6196328019;  // 2^32 / ln 2
  // of 2, 16 fraction bits
  const auto turns = static_cast<std::int32_t>((x * turns_of_one) >> (logit_bits + 16));
  const int whole = turns >> 16;
  if (whole >= 15) return std::uint32_t{1} << (15 + exponential_bits);
  const std::uint32_t i = static_cast<std::uint32_t>(turns) >> 11 & 31;
  const std::uint32_t rest = static_cast<std::uint32_t>(turns) & 2047;
  const auto& table = shared_table<power_table>.at;
  const std::uint32_t low = table[i];
  const std::uint32_t mantissa = low + (((table[i + 1] - low) >> 8) * rest >> 3);
  const int drop = 30 - exponential_bits - whole;
  if (drop > 31) return 0;
  return drop > 0 ? (mantissa + (std::uint32_t{1} << (drop - 1))) >> drop : mantissa;
}

/// 1 / (1 + e^-x) of a logit, as a share.
constexpr std::int32_t likelihood(std::int32_t x) {
  const std::uint32_t e = exponential(x < 0 ? x : -x),
                      sum = (std::uint32_t{1} << exponential_bits) + e;
  const std::uint32_t below = ((e << share_bits) + sum / 2) / sum;  // of e <= 1: 32 bits
  return static_cast<std::int32_t>(x < 0 ? below : (std::uint32_t{1} << share_bits) - below);
}

}  // namespace ETCH_NAMESPACE::decode
