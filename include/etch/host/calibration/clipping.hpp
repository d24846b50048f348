// Where to clip a value: six methods, each of which gives a threshold, the largest magnitude that
// codes of so many bits still tell apart.
#pragma once

#include <etch/host/calibration/distribution.hpp>
#include <etch/host/calibration/kl.hpp>

#include <string_view>

namespace ETCH_NAMESPACE {
namespace host {

/// How a threshold is found.
enum class clipping : int {
  minmax,      ///< nothing is clipped
  percentile,  ///< 1 of 10,000 numbers is
  mse,         ///< the least mean square error of the codes
  kl,          ///< the least relative entropy: kl_bins
  mnn,         ///< the same by kl_bins_of_shares
  aciq,        ///< the least error of a Laplace or a normal distribution with the same moments
};
inline constexpr clipping all_clippings[]{clipping::minmax, clipping::percentile, clipping::mse,
                                          clipping::kl,     clipping::mnn,        clipping::aciq};
/// The name of a method.
constexpr std::string_view name_of(clipping method) {
  constexpr std::string_view names[]{"minmax", "percentile", "mse", "kl", "mnn", "aciq"};
  return names[static_cast<int>(method)];
}

/// Evenly spaced numbers step * k between low and high, of which 0 is one.
struct grid {
  double step = 1, low = 0, high = 0;
  /// The nearest of them.
  double operator()(double x) const {
    return std::fmin(std::fmax(step * std::nearbyint(x / step), low), high);
  }
};

/// What codes of so many bits are made of a threshold.
enum class codes_of_threshold : int {
  affine,     ///< 2^bits steps from the least number to the largest, as far as they are not clipped
  symmetric,  ///< zero point 0 and a scale
  power,      ///< zero point 0 and a power of two
};

/// Fraction bits of fixed-point codes that reach a threshold: floor(log2((2^(bits - 1) - 1) / T)).
inline int fraction_bits_for(double threshold, int bits) {
  return static_cast<int>(std::floor(std::log2(((1 << (bits - 1)) - 1) / threshold)));
}

/// The numbers that codes of so many bits stand for, where the ends of a value are clipped at a
/// threshold > 0. The zero point of affine codes is an integer, so that the ends may move by half a
/// step.
inline grid grid_for(const ends& all, double threshold, int bits, codes_of_threshold form) {
  const double most = std::ldexp(1.0, bits - 1) - 1;
  if (form != codes_of_threshold::affine) {
    const double step = form == codes_of_threshold::symmetric
                            ? threshold / most
                            : std::ldexp(1.0, -fraction_bits_for(threshold, bits));
    return {step, form == codes_of_threshold::power ? -(most + 1) * step : -most * step,
            most * step};
  }
  const double low = std::fmax(all.least, -threshold), high = std::fmin(all.largest, threshold);
  const double step = (high - low) / (2 * most + 1);
  const double below = std::nearbyint(low / step);
  return {step, below * step, (below + 2 * most + 1) * step};
}

/// The mean square error that codes make of numbers so distributed. Where a bin holds no more than
/// one step, its numbers lie evenly in it.
inline double mean_square_error(const distribution& d, const grid& codes) {
  double sum = 0;
  const auto add = [&](double x, double count) {
    const double nearest = codes(x);
    const bool clipped = x < codes.low - codes.step / 2 || x > codes.high + codes.step / 2;
    const bool fine = codes.step < 2 * d.width() && !clipped;
    sum += count * (fine ? codes.step * codes.step / 12 : (x - nearest) * (x - nearest));
  };
  for (int i = 0; i < distribution::bins; ++i) {
    if (d.below(i) > 0) add(-d.middle(i), d.below(i));
    if (d.above(i) > 0) add(d.middle(i), d.above(i));
  }
  return d.count() > 0 ? sum / d.count() : 0;
}

/// Where ACIQ clips a Laplace distribution, in units of its mean magnitude b: the a of least
/// 2 e^-a + a^2 / (3 * 4^bits), 9.897 at 8 bits.
/// Source: Banner et al., Post training 4-bit quantization of convolutional networks, 2019.
inline double aciq_laplace(int bits) {
  const double weight = 3 * std::ldexp(1.0, 2 * bits);
  double low = 0, high = 64;  // the derivative's sign changes once: a = weight e^-a
  for (int i = 0; i < 100; ++i) {
    const double a = (low + high) / 2;
    (weight * std::exp(-a) > a ? low : high) = a;
  }
  return low;
}
/// The same of a normal distribution, in units of its deviation: 3.924 at 8 bits.
inline double aciq_normal(int bits) {
  const double weight = 3 * std::ldexp(1.0, 2 * bits);
  double low = 0, high = 64;
  for (int i = 0; i < 100; ++i) {
    const double a = (low + high) / 2;
    const double density = std::exp(-a * a / 2) / std::sqrt(2 * M_PI);
    const double beyond = density - a * std::erfc(a / std::sqrt(2.0)) / 2;  // E max(x - a, 0)
    (2 * weight * beyond > a ? low : high) = a;
  }
  return low;
}
/// ACIQ's threshold: of the two distributions that whose E|x| / sqrt(E x^2) is nearer, 1 / sqrt 2
/// or sqrt(2 / pi). Affine codes of numbers that are never negative have one more bit.
inline double aciq_threshold(const distribution& d, int bits, codes_of_threshold form) {
  const bool one_sided = d.range().least == 0 || d.range().largest == 0;
  if (form == codes_of_threshold::affine && one_sided) ++bits;
  const double deviation = std::sqrt(d.mean_square());
  const double ratio = d.mean_magnitude() / deviation;
  const bool laplace = ratio < (std::sqrt(0.5) + std::sqrt(M_2_PI)) / 2;
  return laplace ? aciq_laplace(bits) * d.mean_magnitude() : aciq_normal(bits) * deviation;
}

/// The magnitude below which this share of the numbers lies.
inline double percentile_threshold(const distribution& d, double share) {
  double beyond = d.count() * (1 - share);
  for (int i = distribution::bins - 1; i > 0; --i) {
    const double here = d.below(i) + d.above(i);
    if (here > beyond) return (i + 1 - beyond / here) * d.width();
    beyond -= here;
  }
  return d.range().magnitude();
}

/// The threshold among 128ths of the largest magnitude (powers of two below it, for codes with such
/// steps) whose codes make the least mean square error.
inline double mse_threshold(const distribution& d, int bits, codes_of_threshold form) {
  const double largest = d.range().magnitude();
  double best = largest, least = INFINITY;
  const bool power = form == codes_of_threshold::power;
  for (int k = 0; k < (power ? 8 : 127); ++k) {
    const double threshold = power ? std::ldexp(largest, -k) : largest * (128 - k) / 128;
    const double error = mean_square_error(d, grid_for(d.range(), threshold, bits, form));
    if (error < least) least = error, best = threshold;
  }
  return best;
}

/// Relative entropy's threshold, where `bins` says how many bins of a histogram stay. Where fewer
/// than half of the bins hold numbers, because these are few or themselves codes (bytes of a
/// picture), coarser levels look perfect at any cut, and nothing is clipped.
inline double kl_threshold(const distribution& d, int bits,
                           int (*bins)(const std::vector<double>&, int levels)) {
  const std::vector<double> h = d.magnitudes();
  int filled = 0;
  for (const double n : h) filled += n > 0 ? 1 : 0;
  const int levels = 1 << (bits - 1);
  if (2 * filled < distribution::bins || levels >= distribution::bins) return d.range().magnitude();
  return (bins(h, levels) + 0.5) * d.width();
}

/// Where a method clips numbers so distributed for codes of so many bits, never beyond the largest;
/// 1 where all are 0. Of too few numbers none is clipped.
inline double threshold_of(clipping method, const distribution& d, int bits,
                           codes_of_threshold form) {
  const double largest = d.range().magnitude();
  if (!(largest > 0)) return 1;
  if (d.count() < numbers_that_tell) return largest;
  double found = largest;
  switch (method) {
    case clipping::minmax: break;
    case clipping::percentile: found = percentile_threshold(d, 0.9999); break;
    case clipping::mse: found = mse_threshold(d, bits, form); break;
    case clipping::kl: found = kl_threshold(d, bits, kl_bins); break;
    case clipping::mnn: found = kl_threshold(d, bits, kl_bins_of_shares); break;
    case clipping::aciq: found = aciq_threshold(d, bits, form); break;
  }
  return std::fmin(found, largest);
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
