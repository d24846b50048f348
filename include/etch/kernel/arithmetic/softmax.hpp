// softmax of one row of C numbers, by format. x(c) reads, y(c, code) writes.
#pragma once

#include <etch/base/functions.hpp>
#include <etch/kernel/arithmetic/exponential.hpp>
#include <etch/kernel/arithmetic/gemmlowp.hpp>
#include <etch/kernel/kernel.hpp>

namespace ETCH_NAMESPACE {

/// CMSIS-NN's arm_softmax_q7: powers of two, codes that are 8 or more below the largest weigh 1,
/// the largest as much as the next. It divides 2^20 by the sum of weights; each share loses five
/// bits of that and more.
struct binary_softmax {
  template <class X, class Y>
  constexpr void operator()(int channels, const X& x, const Y& y) const {
    std::int32_t largest = x(0);
    for (int c = 1; c < channels; ++c) largest = maximum<std::int32_t>(largest, x(c));
    // Cortex-M0 branches where others have USAT, which limits either way
    constexpr std::int32_t least = ETCH_HAS_M_PROFILE && !ETCH_HAS_LONG_MULTIPLY ? INT32_MIN : 0;
    const std::int32_t base = largest - 8;
    std::int32_t sum = 0;
    for (int c = 0; c < channels; ++c)
      sum += std::int32_t{1} << clamp<std::int32_t>(x(c) - base, 0, 7);
    const std::int32_t unit = (std::int32_t{1} << 15) / sum;
    for (int c = 0; c < channels; ++c) {
      const std::int32_t shift = clamp<std::int32_t>(largest - x(c), least, 31);
      y(c, static_cast<std::int8_t>(minimum<std::int32_t>(unit >> shift, 127)));
    }
  }
};

/// CMSIS-NN's arm_softmax_q15: powers of two, codes that are 16 or more below the largest weigh 0.
struct wide_binary_softmax {
  template <class X, class Y>
  constexpr void operator()(int channels, const X& x, const Y& y) const {
    std::int32_t base = x(0);
    for (int c = 1; c < channels; ++c) base = maximum<std::int32_t>(base, x(c));
    base -= 16;
    std::uint32_t sum = 0;
    for (int c = 0; c < channels; ++c) sum += x(c) > base ? std::uint32_t{1} << (x(c) - base) : 0;
    // 2^32 / sum in 32 bits, since sum is 2^16 or more
    const std::uint32_t unit = UINT32_MAX / sum + (UINT32_MAX % sum == sum - 1 ? 1 : 0);
    for (int c = 0; c < channels; ++c) {
      const std::uint32_t share = x(c) > base ? unit >> (17 + base - x(c)) : 0;
      y(c, static_cast<std::int16_t>(minimum<std::uint32_t>(share, 32767)));
    }
  }
};

/// TensorFlow Lite's exp of differences of codes, from 0 down, as Q0.31. `factor` brings them to
/// Q5.26.
struct powers_of_differences {
  using tables = list<powers_of_e>;
  fixed_point_factor factor;
  std::int32_t least;  ///< differences below it count as no probability

  constexpr powers_of_differences(double scale, double beta)
      : factor(quantise_factor(minimum(beta * scale * 67108864.0, 2147483647.0))),
        least(static_cast<std::int32_t>(
            -floor_to_integer(minimum(31 * 67108864.0 / power_of_two(factor.shift), 256.0)))) {}

  constexpr bool counts(std::int32_t difference) const { return difference >= least; }
  constexpr std::int32_t operator()(std::int32_t difference) const {
    return exp_of_negative(scale_double_rounding(difference, factor));
  }
};
/// The same as a table; 0 is as good as not counting.
struct table_of_powers {
  std::int32_t of[256]{};

  constexpr table_of_powers(double scale, double beta) {
    const powers_of_differences power(scale, beta);
    for (int i = 0; i < 256; ++i) of[i] = power.counts(-i) ? power(-i) : 0;
  }
  static constexpr bool counts(std::int32_t) { return true; }
  constexpr std::int32_t operator()(std::int32_t difference) const { return of[-difference]; }
};

/// TensorFlow Lite's int8 softmax; Code is int8_t, int16_t or uint8_t, whose codes are 128 more.
template <class Code, class Powers = powers_of_differences>
struct affine_softmax {
  using tables = tables_of_t<Powers>;
  static constexpr int bias = static_cast<Code>(-1) > 0 ? 128 : 0;
  static constexpr int bits = 8 * static_cast<int>(sizeof(Code));
  static constexpr std::int32_t half = std::int32_t{1} << (bits - 1);
  Powers power;

  constexpr affine_softmax(double scale, double beta) : power(scale, beta) {}

  template <class X, class Y>
  constexpr void operator()(int channels, const X& x, const Y& y) const {
    std::int32_t largest = x(0);
    for (int c = 1; c < channels; ++c) largest = maximum<std::int32_t>(largest, x(c));
    std::int32_t sum = 0;  // Q12.19; of 4096 that are equal 2^31: more than makes any share 0
    for (int c = 0; c < channels; ++c) {
      if (!power.counts(x(c) - largest)) continue;
      const std::int32_t share = shift_half_away(power(x(c) - largest), 12);
      sum = (channels > 4095 ? minimum(sum, INT32_MAX - share) : sum) + share;
    }
    const reciprocal r = reciprocal_of(sum);
    for (int c = 0; c < channels; ++c) {
      std::int32_t code = -half;
      if (power.counts(x(c) - largest)) {
        const std::int32_t share = multiply_high_doubling(r.scale, power(x(c) - largest));
        const int shift = r.bits_over_unit + 31 - bits;  // above 31 where hundreds share the sum
        const std::int32_t steps = shift > 31 ? 0 : shift_half_away(share, shift);
        code = minimum<std::int32_t>(steps - half, half - 1);
      }
      y(c, static_cast<Code>(code + bias));
    }
  }
};

/// A function from one number to another in 512 straight lines, in steps of 1 / `steps`: TensorFlow
/// Lite's int16 tables.
struct line_table {
  std::int16_t code[513]{};

  /// Each line begins off the function by half of what it misses in its middle. Real is float in
  /// TensorFlow Lite Micro, double in LiteRT, which gives other codes in two places.
  template <class F, class Real>
  constexpr line_table(const F& f, Real first, Real last, Real steps = 32768) {
    const Real step = (last - first) / 512;
    const auto round = [](Real y) { return static_cast<Real>(round_half_away(y)); };
    const auto curve = [&](Real x) { return static_cast<Real>(f(x)) * steps; };
    Real value = curve(first);
    for (int i = 0; i < 512; ++i) {
      const Real at = first + static_cast<Real>(i) * step;
      const Real next = curve(first + static_cast<Real>(i + 1) * step);
      const Real middle = round(curve(at + step / 2));
      const Real missed = round((next + round(value)) / 2) - middle;
      code[i] = to_code(round(value) - round(missed / 2));
      value = next;
    }
    code[512] = to_code(round(value));
  }
  /// The function at x, -32768 for the first point and 32767 for the last but one line's end.
  constexpr std::int32_t at(std::int32_t x) const {
    const int i = 256 + static_cast<int>(x >> 7);
    const std::int32_t slope = code[i + 1] - code[i];
    return code[i] + ((slope * (x & 0x7f) + 64) >> 7);
  }

 private:
  template <class Real>
  static constexpr std::int16_t to_code(Real y) {
    return static_cast<std::int16_t>(clamp<Real>(y, -32768, 32767));
  }
};
/// The two tables, made where something reads them. Powers are the same in float and double.
template <class Real>
struct power_lines : line_table {
  constexpr power_lines()
      : line_table([](Real x) { return natural_exponential(x); }, Real{-10}, Real{0}) {}
};
template <class Real>
struct reciprocal_lines : line_table {
  constexpr reciprocal_lines() : line_table([](Real x) { return 1 / (1 + x); }, Real{0}, Real{1}) {}
};

/// TensorFlow Lite's int16 softmax; `factor` brings differences of codes to [-65535, 0] for
/// [-10, 0].
template <class Real>
struct wide_affine_softmax {
  using tables = list<power_lines<float>, reciprocal_lines<Real>>;
  fixed_point_factor factor;

  constexpr wide_affine_softmax(double scale, double beta)
      : factor(quantise_factor(scale * beta / (10.0 / 65535.0))) {}

  template <class X, class Y, class T = std::int32_t>
  constexpr void operator()(int channels, const X& x, const Y& y) const {
    T largest = x(0);
    for (int c = 1; c < channels; ++c) largest = maximum<T>(largest, x(c));
    T sum = 0;  // Q16.15
    for (int c = 0; c < channels; ++c) sum += power(x(c) - largest);
    int zeros = 0;
    while ((static_cast<std::uint32_t>(sum) << zeros & 0x80000000U) == 0) ++zeros;
    const std::int64_t scaled = static_cast<std::int64_t>(sum) << (zeros - 1);
    const auto mantissa =
        static_cast<std::int32_t>((scaled + (std::int32_t{1} << 13)) >> 14);  // 2^16 .. 2^17
    const std::int32_t inverse = shared_table<reciprocal_lines<Real>>.at(
        clamp<std::int32_t>(mantissa - 3 * 32768, -32768, 32767));
    const int shift = 31 - zeros;
    for (int c = 0; c < channels; ++c) {
      const std::int32_t product = power(x(c) - largest) * inverse;  // below 2^30
      const std::int32_t share = (product + (std::int32_t{1} << (shift - 1))) >> shift;
      y(c, static_cast<std::int16_t>(clamp<std::int32_t>(share, 0, 32767)));
    }
  }

 private:
  template <class T>
  constexpr T power(T difference) const {
    const T x = scale_double_rounding(difference, factor) + 32767;
    return shared_table<power_lines<float>>.at(clamp<std::int32_t>(x, -32768, 32767));
  }
};

/// f32: exp(beta (x - largest)) over their sum, added in order of c.
struct float_softmax {
  float beta;
  template <class X, class Y>
  constexpr void operator()(int channels, const X& x, const Y& y) const {
    float largest = x(0);
    for (int c = 1; c < channels; ++c) largest = maximum<float>(largest, x(c));
    float sum = 0;
    for (int c = 0; c < channels; ++c) sum += exponential((x(c) - largest) * beta);
    for (int c = 0; c < channels; ++c) y(c, exponential((x(c) - largest) * beta) / sum);
  }
};

}  // namespace ETCH_NAMESPACE
