// Sums of products of bfloat16 as Arm's BFDOT and BFMMLA make them without FEAT_EBF16.
#pragma once

#include <etch/format/joined_pairs.hpp>
#include <etch/format/parts.hpp>

namespace ETCH_NAMESPACE {

/// x in single precision, rounded to odd; results below the normal numbers become 0 of their sign,
/// those beyond the range infinity, NaN 0x7fc00000.
constexpr float float_to_odd(const parts& x) {
  std::uint32_t word = x.negative ? 0x80000000U : 0U;
  if (x.is == parts::what::none) {
    word = 0x7fc00000U;
  } else if (x.is == parts::what::infinite || (x.is == parts::what::number && x.exponent > 127)) {
    word |= 0x7f800000U;
  } else if (x.is == parts::what::number && x.exponent >= -126) {
    const auto significand = static_cast<std::uint32_t>(detail::shift_to_odd(x.significand, 40));
    word |= (static_cast<std::uint32_t>(x.exponent + 126) << 23) + significand;
  }
  return __builtin_bit_cast(float, word);
}

/// Single precision as those instructions read it: numbers below the normal ones are 0.
constexpr parts flushed_parts_of(float x) {
  const parts p = parts_of(x);
  return p.is == parts::what::number && p.exponent < -126
             ? parts{parts::what::zero, p.negative, 0, 0}
             : p;
}
namespace detail {
/// Whether x is 0 or a normal number: nothing that is flushed, infinite or none.
constexpr bool is_plain(float x) {
  const std::uint32_t size = __builtin_bit_cast(std::uint32_t, x) & 0x7fffffffU;
  return size - 0x00800000U < 0x7f000000U || size == 0;
}
}  // namespace detail

/// a + b. The error of the sum rounded to even is exact, and says where the odd neighbour lies.
constexpr float add_to_odd(float a, float b) {
  if (detail::is_plain(a) && detail::is_plain(b)) {
    const float sum = a + b;
    if (detail::is_plain(sum)) {
      const float part = sum - a;
      const float error = (a - (sum - part)) + (b - part);
      const auto word = __builtin_bit_cast(std::uint32_t, sum);
      if ((word & 1) != 0 || !(error < 0 || error > 0)) return sum;
      return __builtin_bit_cast(float, (error < 0) == (sum < 0) ? word + 1 : word - 1);
    }
  }
  return float_to_odd(add(flushed_parts_of(a), flushed_parts_of(b)));
}
/// a b, where both are bfloat16: a product in the range of single precision is exact.
constexpr float multiply_to_odd(float a, float b) {
  if (detail::is_plain(a) && detail::is_plain(b)) {
    const float product = a * b;
    const bool is_zero = !(product < 0 || product > 0);
    const bool by_zero = !(a < 0 || a > 0) || !(b < 0 || b > 0);
    if (detail::is_plain(product) && is_zero == by_zero) return product;
  }
  return float_to_odd(multiply(flushed_parts_of(a), flushed_parts_of(b)));
}

/// BFDOT: sum + (x[0] w[0] + x[1] w[1]), every step by float_to_odd. BFMMLA is two of them. Source:
/// Arm Architecture Reference Manual, BFDotAdd with FPCR.EBF 0.
constexpr float bfdot(float sum, const float (&x)[2], const float (&w)[2]) {
  const float pair = add_to_odd(multiply_to_odd(x[0], w[0]), multiply_to_odd(x[1], w[1]));
  return add_to_odd(sum, pair);
}

/// Products joined two by two by bfdot.
struct bfdot_arithmetic : joined_pairs<bfdot> {
  static constexpr const char* format_name = "bf16_dot";
};

}  // namespace ETCH_NAMESPACE
