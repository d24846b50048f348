// What features of sound are made of: rates, sizes and bands, and what is wrong with them.
#pragma once

#include <etch/base/diagnosis.hpp>
#include <etch/base/functions.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void the_points_of_a_real_fft_are_a_power_of_two_of_256_to_1024(long /*points*/, long) {}
inline void a_window_has_an_even_number_of_samples_and_no_more_than_the_fft_has_points(
    long /*samples*/, long /*points*/) {}
inline void a_hop_has_1_sample_or_more_and_no_more_than_the_window(long /*hop*/, long /*window*/) {}
inline void a_mel_bank_has_2_to_80_bands(long /*bands*/, long) {}
inline void mel_bands_lie_between_0_Hz_and_half_the_rate(long /*low*/, long /*high*/) {}
inline void a_mel_band_is_empty_no_bin_of_the_fft_lies_in_it(long /*band*/, long /*bands*/) {}
inline void there_are_1_coefficient_or_more_and_no_more_than_bands(long /*have*/, long /*bands*/) {}
}  // namespace error

namespace signal {

/// What samples are multiplied by: raised cosines, periodic.
enum class window_shape : int {
  hann,     ///< 0.5 - 0.5 cos
  hamming,  ///< 0.54 - 0.46 cos
};

/// The HTK scale: mels of a frequency in Hz.
constexpr double mels_of(double hertz) { return 1127.0 * natural_logarithm(1 + hertz / 700.0); }

/// How features are made of a stream of 16-bit samples. Integers alone, so that it may be a
/// template argument of any compiler and the attributes of an operator.
struct settings {
  wide_int rate = 16000;                       ///< samples a second
  int points = 1024;                           ///< of the FFT: 256, 512 or 1024
  int window = 1024;                           ///< samples of a window; zeros follow
  int hop = 320;                               ///< samples from one window to the next
  window_shape shape = window_shape::hann;     ///< of the window
  int bands = 40;                              ///< triangles, evenly spaced in mels
  wide_int low_hertz = 20, high_hertz = 7600;  ///< the outer ends of the first and last band
  int coefficients = 10;                       ///< of the DCT, the first of which is the mean

  constexpr bool operator==(const settings&) const = default;

  /// Where bin k of the FFT lies among the bands: the middle of band b is at b + 1.
  constexpr double place_of_bin(int k) const {
    const double low = mels_of(low_hertz), high = mels_of(high_hertz);
    const double at = mels_of(static_cast<double>(k) * rate / points);
    return (at - low) / (high - low) * (bands + 1);
  }
  /// What is wrong with the window and the FFT, if anything is.
  constexpr diagnosis check_window() const {
    if (points != 256 && points != 512 && points != 1024) {
      return {.refuse = error::the_points_of_a_real_fft_are_a_power_of_two_of_256_to_1024,
              .message = "the points of a real FFT are a power of two of 256 to 1024, not {}",
              .have = points};
    }
    if (window < 2 || window > points || window % 2 != 0) {
      return {.refuse =
                  error::a_window_has_an_even_number_of_samples_and_no_more_than_the_fft_has_points,
              .message =
                  "a window has an even number of samples and no more than the FFT has "
                  "points: {} of {}",
              .have = window,
              .want = points};
    }
    if (hop < 1 || hop > window) {
      return {.refuse = error::a_hop_has_1_sample_or_more_and_no_more_than_the_window,
              .message = "a hop has 1 sample or more and no more than the window: {} of {}",
              .have = hop,
              .want = window};
    }
    return {};
  }
  /// What is wrong with the mel bank, if anything is.
  constexpr diagnosis check_bands() const {
    if (bands < 2 || bands > 80) {
      return {.refuse = error::a_mel_bank_has_2_to_80_bands,
              .message = "a mel bank has 2 to 80 bands, not {}",
              .have = bands};
    }
    if (low_hertz < 0 || low_hertz >= high_hertz || 2LL * high_hertz > rate) {
      return {.refuse = error::mel_bands_lie_between_0_Hz_and_half_the_rate,
              .message = "mel bands lie between 0 Hz and half the rate: {} to {} Hz",
              .have = low_hertz,
              .want = high_hertz};
    }
    const int empty = first_empty_band();
    if (empty >= 0) {
      return {.refuse = error::a_mel_band_is_empty_no_bin_of_the_fft_lies_in_it,
              .message = "a mel band is empty: no bin of the FFT lies in band {} of {}",
              .have = empty,
              .want = bands};
    }
    return {};
  }
  /// What is wrong with the DCT, if anything is.
  constexpr diagnosis check_coefficients() const {
    if (coefficients >= 1 && coefficients <= bands) return {};
    return {.refuse = error::there_are_1_coefficient_or_more_and_no_more_than_bands,
            .message = "there are 1 coefficient or more and no more than bands: {} of {}",
            .have = coefficients,
            .want = bands};
  }
  /// What is wrong with any of it.
  constexpr diagnosis check() const {
    if (const diagnosis d = check_window()) return d;
    if (const diagnosis d = check_bands()) return d;
    return check_coefficients();
  }

 private:
  constexpr int first_empty_band() const {
    int k = 0;
    for (int b = 0; b < bands; ++b) {
      while (k <= points / 2 && place_of_bin(k) <= b) ++k;
      if (k > points / 2 || place_of_bin(k) >= b + 2) return b;
    }
    return -1;
  }
};

}  // namespace signal

}  // namespace ETCH_NAMESPACE
