// The arithmetic of features in plain C++: the definition, and what runs where no core is better.
#pragma once

#include <etch/signal/complex.hpp>

namespace ETCH_NAMESPACE::signal {

/// Of the bins of a stretch between the middles of two mel bands: the sum of their powers, and that
/// of the powers times the weights of the band that rises there (15 fractional bits).
struct stretch_sums {
  std::uint64_t all = 0;
  std::uint64_t rising = 0;
};

/// What processors do in different ways. Every core gives the same bits.
struct scalar {
  /// re and im in one word.
  ETCH_GLUE static constexpr complex16 pack(wide_int re, wide_int im) {
    return signal::pack(re, im);
  }
  /// The parts of z times the conjugate of w: below 2^31 by |w| <= 2^13.
  ETCH_GLUE static constexpr wide_int product_real(complex16 z, complex16 w) {
    return real_part(z) * real_part(w) + imaginary_part(z) * imaginary_part(w);
  }
  ETCH_GLUE static constexpr wide_int product_imaginary(complex16 z, complex16 w) {
    return imaginary_part(z) * real_part(w) - real_part(z) * imaginary_part(w);
  }
  /// sum + the real or the imaginary part of z times a factor of 16 bits.
  ETCH_GLUE static constexpr wide_int add_real(wide_int sum, complex16 z, wide_int factor) {
    return sum + real_part(z) * factor;
  }
  ETCH_GLUE static constexpr wide_int add_imaginary(wide_int sum, complex16 z, wide_int factor) {
    return sum + imaginary_part(z) * factor;
  }
  /// re^2 + im^2; |re| and |im| below 2^15.
  ETCH_GLUE static constexpr std::uint32_t squared_magnitude(wide_int re, wide_int im) {
    return static_cast<std::uint32_t>(re * re) + static_cast<std::uint32_t>(im * im);
  }
  /// start + the sum of a[i] b[i], modulo 2^32.
  ETCH_GLUE static constexpr std::uint32_t dot(const std::int16_t* a, const std::int16_t* b,
                                               int count, std::uint32_t start) {
    for (int i = 0; i < count; ++i) start += static_cast<std::uint32_t>(a[i] * wide_int{b[i]});
    return start;
  }
  /// Of `count` bins; powers are below 2^30.
  ETCH_GLUE static constexpr stretch_sums sum_stretch(const std::uint32_t* power,
                                                      const std::uint16_t* weight, int count) {
    stretch_sums sums;
    for (int i = 0; i < count; ++i) {
      sums.all += power[i];
      sums.rising += std::uint64_t{power[i]} * weight[i];
    }
    return sums;
  }
};

}  // namespace ETCH_NAMESPACE::signal
