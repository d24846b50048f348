// softmax of one row of C numbers, by format. x(c) reads, y(c, code) writes.
#pragma once

#include <etch/kernel/exponential.hpp>
#include <etch/kernel/gemmlowp.hpp>
#include <etch/kernel/kernel.hpp>

namespace etch::inline ETCH_ABI {

/// CMSIS-NN's arm_softmax_q7: powers of two, codes that are 8 or more below the largest weigh 1.
struct binary_softmax {
  template <class X, class Y>
  constexpr void operator()(int channels, const X& x, const Y& y) const {
    std::int32_t base = x(0);
    for (int c = 1; c < channels; ++c) base = maximum<std::int32_t>(base, x(c));
    base -= 8;
    std::int32_t sum = 0;
    for (int c = 0; c < channels; ++c) sum += 1 << clamp<std::int32_t>(x(c) - base, 0, 7);
    const std::int32_t unit = (1 << 20) / sum;
    for (int c = 0; c < channels; ++c) {
      const std::int32_t shift = clamp<std::int32_t>(13 + base - x(c), 0, 31);
      y(c, static_cast<std::int8_t>(minimum<std::int32_t>(unit >> shift, 127)));
    }
  }
};

/// TensorFlow Lite's int8 softmax; `factor` brings differences of codes to Q5.26.
struct affine_softmax {
  fixed_point_factor factor;
  std::int32_t least;  ///< differences below it count as no probability

  constexpr affine_softmax(double scale, double beta)
      : factor(quantise_factor(minimum(beta * scale * 67108864.0, 2147483647.0))),
        least(static_cast<std::int32_t>(
            -floor_to_integer(minimum(31 * 67108864.0 / power_of_two(factor.shift), 256.0)))) {}

  template <class X, class Y>
  constexpr void operator()(int channels, const X& x, const Y& y) const {
    std::int32_t largest = x(0);
    for (int c = 1; c < channels; ++c) largest = maximum<std::int32_t>(largest, x(c));
    std::int32_t sum = 0;  // Q12.19
    for (int c = 0; c < channels; ++c) {
      if (x(c) - largest >= least) sum += shift_half_away(power(x(c) - largest), 12);
    }
    const reciprocal r = reciprocal_of(sum);
    for (int c = 0; c < channels; ++c) {
      std::int32_t code = -128;
      if (x(c) - largest >= least) {
        const std::int32_t share = multiply_high_doubling(r.scale, power(x(c) - largest));
        const int shift = r.bits_over_unit + 31 - 8;  // above 31 where hundreds share the sum
        const std::int32_t steps = shift > 31 ? 0 : shift_half_away(share, shift);
        code = minimum<std::int32_t>(steps - 128, 127);
      }
      y(c, static_cast<std::int8_t>(code));
    }
  }

 private:
  constexpr std::int32_t power(std::int32_t difference) const {
    return exp_of_negative(scale_double_rounding(difference, factor));
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

}  // namespace etch::inline ETCH_ABI
