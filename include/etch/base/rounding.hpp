// Rounding policies and the fixed-point requantisation of gemmlowp and TensorFlow Lite.
#pragma once

#include <cstdint>

#include <etch/base/math.hpp>

namespace ETCH_NAMESPACE {

/// How a value is brought to fewer bits. `standard` means: what the graph's numerics say.
enum class rounding : std::uint32_t {
  standard,
  half_up,        ///< floor(x + 1/2): CMSIS legacy q7 and q15
  half_away,      ///< ties away from zero: std::round
  half_even,      ///< ties to the even code: IEEE 754, posits
  toward_zero,    ///< truncation: C division
  tflite_double,  ///< TensorFlow Lite: SRDHM to 32 bits, then a rounding shift
  tflite_single,  ///< TensorFlow Lite built with TFLITE_SINGLE_ROUNDING
  stochastic,     ///< up with the probability of the rest; a counter decides: stochastic(counter)
  xnnpack,        ///< XNNPACK: factor, sum and product in single precision, then ties to even
  onnxruntime,    ///< ONNX Runtime where it differs from that: sums of two values, means
  onnxruntime_unsigned,  ///< the same of codes that a file has as uint8, 128 more
};

/// The policy stochastic with a counter of 24 bits: of one number the counter, of to<F, R> the seed
/// of the tensor. Without one it is 0.
constexpr rounding stochastic(std::uint32_t counter) {
  return static_cast<rounding>(static_cast<std::uint32_t>(rounding::stochastic) | counter << 8);
}
/// r without its counter.
constexpr rounding policy_of(rounding r) {
  return static_cast<rounding>(static_cast<std::uint32_t>(r) & 0xff);
}
/// Whether r is ONNX Runtime's.
constexpr bool is_onnxruntime(rounding r) {
  return r == rounding::onnxruntime || r == rounding::onnxruntime_unsigned;
}
/// Whether r is the policy stochastic, with any counter.
constexpr bool is_stochastic(rounding r) { return policy_of(r) == rounding::stochastic; }

/// Whether a format that is no integer rounds ties to even under policy r.
constexpr bool rounds_to_even(rounding r) {
  return r == rounding::standard || r == rounding::half_even || r == rounding::tflite_double ||
         r == rounding::tflite_single || r == rounding::xnnpack || is_onnxruntime(r);
}
/// The policy that stands for r where a real number becomes an integer.
constexpr rounding integer_rounding(rounding r) {
  if (r == rounding::xnnpack || is_onnxruntime(r)) return rounding::half_even;
  const bool lite = r == rounding::tflite_double || r == rounding::tflite_single;
  return lite || r == rounding::standard ? rounding::half_away : r;
}

/// Whether a shift to the right by policy r, as shift_by does it, begins by adding a half.
constexpr bool adds_half(rounding r) {
  return r != rounding::half_away && r != rounding::half_even && r != rounding::toward_zero &&
         !is_onnxruntime(r) && !is_stochastic(r);
}

/// A number of 64 random bits for each counter (splitmix64): the same on every machine and run.
constexpr std::uint64_t counted_random(std::uint64_t counter) {
  std::uint64_t x = (counter + 1) * 0x9e3779b97f4a7c15U;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
  x = (x ^ x >> 27) * 0x94d049bb133111ebU;
  return x ^ x >> 31;
}

/// What r = stochastic(seed) is for element k of a tensor in logical order: a counter that depends
/// on seed and k alone; 0 <= k < 2^40.
constexpr rounding at_element(rounding r, std::uint64_t k) {
  const std::uint64_t seed = static_cast<std::uint32_t>(r) >> 8;
  return stochastic(static_cast<std::uint32_t>(counted_random(seed << 40 ^ k) >> 40));
}
/// The rest, in units of step / 2^64, above which r = stochastic(counter) rounds up. The 2^24
/// counters take each of 2^24 evenly spaced thresholds once, so that their mean errs by no more
/// than step / 2^25.
constexpr std::uint64_t stochastic_threshold(rounding r) {
  constexpr std::uint32_t mask = 0xffffff;
  // each line maps the numbers of 24 bits onto themselves
  std::uint32_t x = ((static_cast<std::uint32_t>(r) >> 8) + 0x9e3779U) & mask;
  x = (x ^ x >> 13) * 0xca6b35U & mask;
  x = (x ^ x >> 11) * 0xb2ae6dU & mask;
  x ^= x >> 12;
  return std::uint64_t{x} << 40 | std::uint64_t{1} << 39;
}

/// A positive real factor as multiplier * 2^(shift - 31), 2^30 <= multiplier < 2^31, or zero.
struct fixed_point_factor {
  std::int32_t multiplier = 0;
  int shift = 0;
  constexpr double real() const { return multiplier * power_of_two(shift - 31); }
  constexpr bool operator==(const fixed_point_factor&) const = default;
};

/// TensorFlow Lite's QuantizeMultiplier: the factor nearest to `real`, 0 <= real < 2^31; factors
/// below 2^-32 become zero.
constexpr fixed_point_factor quantise_factor(double real) {
  if (real == 0) return {};
  auto [fraction, shift] = split(real);
  long long fixed = round_half_away(fraction * 2147483648.0);
  if (fixed == 2147483648LL) fixed /= 2, ++shift;
  if (shift < -31) return {};
  return {static_cast<std::int32_t>(fixed), shift};
}

namespace detail {
/// floor((a b + 2^30) / 2^31) by four 16-bit products, for machines without a long multiply;
/// a and b are not both INT32_MIN.
constexpr std::int32_t multiply_high_doubling_by_halves(std::int32_t a, std::int32_t b) {
  const std::int32_t ah = a >> 16, bh = b >> 16;
  const std::uint32_t al = static_cast<std::uint32_t>(a) & 0xffff;
  const std::uint32_t bl = static_cast<std::uint32_t>(b) & 0xffff;
  const std::uint32_t low = al * bl;
  const std::int32_t cross_a = ah * static_cast<std::int32_t>(bl);
  const std::int32_t cross_b = bh * static_cast<std::int32_t>(al);
  std::uint32_t middle = (low >> 16) + (static_cast<std::uint32_t>(cross_a) & 0xffff) +
                         (static_cast<std::uint32_t>(cross_b) & 0xffff);
  middle += 0x4000;  // 2^30 of the product
  const std::int32_t high =
      ah * bh + (cross_a >> 16) + (cross_b >> 16) + static_cast<std::int32_t>(middle >> 16);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(high) << 1 | (middle >> 15 & 1));
}
}  // namespace detail

/// floor((a b + 2^30) / 2^31), the saturating rounding doubling high multiply; INT32_MIN squared
/// gives INT32_MAX.
constexpr std::int32_t multiply_high_doubling(std::int32_t a, std::int32_t b) {
  if (a == INT32_MIN && b == INT32_MIN) return INT32_MAX;
#if !ETCH_HAS_LONG_MULTIPLY
  return detail::multiply_high_doubling_by_halves(a, b);
#else
  const std::int64_t product = static_cast<std::int64_t>(a) * b;
  return static_cast<std::int32_t>((product + (std::int64_t{1} << 30)) >> 31);
#endif
}

/// x / 2^shift, ties away from zero; 0 <= shift <= 31.
constexpr std::int32_t shift_half_away(std::int32_t x, int shift) {
  const auto mask = static_cast<std::int32_t>((std::uint32_t{1} << shift) - 1);
  const std::int32_t rest = x & mask;
  const std::int32_t threshold = (mask >> 1) + (x < 0 ? 1 : 0);
  return (x >> shift) + (rest > threshold ? 1 : 0);
}

/// x / 2^shift, ties toward +infinity, as CMSIS's NN_ROUND does: the sum wraps modulo 2^32;
/// a negative shift multiplies. -31 <= shift <= 31.
constexpr std::int32_t shift_half_up(std::int32_t x, int shift) {
  if (shift <= 0) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << -shift);
  }
  const std::uint32_t half = std::uint32_t{1} << (shift - 1);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) + half) >> shift;
}

/// x / 2^shift toward zero; a negative shift multiplies. -31 <= shift <= 30.
constexpr std::int32_t shift_toward_zero(std::int32_t x, int shift) {
  if (shift <= 0) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << -shift);
  }
  return (x + (x < 0 ? (std::int32_t{1} << shift) - 1 : 0)) >> shift;
}

/// x * 2^left saturated to 32 bits; left >= 0.
constexpr std::int32_t shift_left_saturated(std::int32_t x, int left) {
  const int l = left > 31 ? 31 : left;
  if (x > (INT32_MAX >> l)) return INT32_MAX;
  if (x < (INT32_MIN >> l)) return INT32_MIN;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << l);
}

/// TensorFlow Lite's MultiplyByQuantizedMultiplier with double rounding.
constexpr std::int32_t scale_double_rounding(std::int32_t x, fixed_point_factor f) {
  const int left = f.shift > 0 ? f.shift : 0;
  const int right = f.shift > 0 ? 0 : -f.shift;
  const auto shifted = static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << left);
  return shift_half_away(multiply_high_doubling(shifted, f.multiplier), right);
}

/// TensorFlow Lite's MultiplyByQuantizedMultiplier with single rounding; shift <= 30.
constexpr std::int32_t scale_single_rounding(std::int32_t x, fixed_point_factor f) {
  const int total = 31 - f.shift;
  const std::int64_t product = static_cast<std::int64_t>(x) * f.multiplier;
  return static_cast<std::int32_t>((product + (std::int64_t{1} << (total - 1))) >> total);
}

/// x / 2^drop, ties to even; 0 <= drop <= 63.
constexpr std::uint64_t drop_to_even(std::uint64_t x, int drop) {
  if (drop == 0) return x;
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  const std::uint64_t below = x >> drop, rest = x << (64 - drop);
  return below + (rest > half || (rest == half && below % 2 != 0) ? 1 : 0);
}

/// m / 2^below as a float of at most 24 significant bits m, which the product of a number and a
/// factor is in XNNPACK.
struct single_product {
  std::uint64_t m = 0;
  int below = 0;
};

/// |x f| where x, then the product are rounded to single precision, ties to even, whatever the
/// machine computes floats with; f is a float: its multiplier has 24 significant bits.
constexpr single_product multiply_in_single(std::int32_t x, fixed_point_factor f) {
  if (x == 0 || f.multiplier == 0) return {};
  const auto bits = [](std::uint64_t n) { return 64 - __builtin_clzll(n); };
  const std::uint32_t size =
      x < 0 ? 0U - static_cast<std::uint32_t>(x) : static_cast<std::uint32_t>(x);
  const int spare = maximum(bits(size) - 24, 0);
  const std::uint64_t exact =
      drop_to_even(size, spare) * (static_cast<std::uint32_t>(f.multiplier) >> 7);
  const int more = maximum(bits(exact) - 24, 0);
  return {drop_to_even(exact, more), 24 - f.shift - spare - more};
}

/// XNNPACK's requantisation of a sum: the product of two floats, rounded to the nearest integer,
/// ties to even; beyond 2^30 it is 2^30.
constexpr std::int32_t scale_in_single(std::int32_t x, fixed_point_factor f) {
  const single_product y = multiply_in_single(x, f);
  std::uint64_t size = 0;
  if (y.below > 0) size = y.below > 25 ? 0 : drop_to_even(y.m, y.below);
  else size = y.m << minimum(-y.below, 31);
  const auto within = static_cast<std::int32_t>(minimum(size, std::uint64_t{1} << 30));
  return x < 0 ? -within : within;
}

/// x / 2^shift by policy R, which is half_away, half_even or toward_zero; 1 <= shift <= 62.
template <rounding R>
constexpr std::int64_t shift_rounded(std::int64_t x, int shift) {
  const std::int64_t below = x >> shift;
  const std::uint64_t rest = static_cast<std::uint64_t>(x) << (64 - shift);
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  bool up = false;
  if constexpr (R == rounding::half_away) up = rest > half || (rest == half && x >= 0);
  else if constexpr (R == rounding::half_even) up = rest > half || (rest == half && below % 2 != 0);
  else up = rest != 0 && x < 0;
  return below + (up ? 1 : 0);
}

/// x * f by policy R; half_up is tflite_single.
template <rounding R>
constexpr std::int32_t scale_by(std::int32_t x, fixed_point_factor f) {
  if constexpr (R == rounding::tflite_single || R == rounding::half_up) {
    return scale_single_rounding(x, f);
  } else if constexpr (R == rounding::tflite_double || R == rounding::standard) {
    return scale_double_rounding(x, f);
  } else if constexpr (R == rounding::xnnpack || is_onnxruntime(R)) {
    return scale_in_single(x, f);
  } else {
    const std::int64_t product = static_cast<std::int64_t>(x) * f.multiplier;
    return static_cast<std::int32_t>(shift_rounded<R>(product, 31 - f.shift));
  }
}

}  // namespace ETCH_NAMESPACE
