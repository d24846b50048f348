// The FFT and the mel bank against the same in double precision: how far the noise of rounding lies
// below the signal, in the worst of many draws. Boards draw fewer: they count in software.
#include "../support/sounds.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace {

using namespace etch;
using signal::settings;
using complex = std::complex<double>;

constexpr int draws = ETCH_HAS_M_PROFILE ? 3 : 200, few = ETCH_HAS_M_PROFILE ? 1 : 50;
constexpr double pi = 3.14159265358979323846;

/// The discrete Fourier transform; sizes are powers of two up to 1024.
std::vector<complex> transformed(std::vector<complex> x) {
  static const std::vector<complex> turned = [] {
    std::vector<complex> t;
    for (int i = 0; i < 512; ++i) t.push_back(std::polar(1.0, -2 * pi * i / 1024));
    return t;
  }();
  const std::size_t size = x.size();
  for (std::size_t i = 0, j = 0; i < size; ++i) {  // j has the bits of i in the other order
    if (i < j) std::swap(x[i], x[j]);
    std::size_t bit = size / 2;
    for (; bit > 0 && (j & bit) != 0; bit /= 2) j ^= bit;
    j ^= bit;
  }
  for (std::size_t half = 1; half < size; half *= 2) {
    for (std::size_t k = 0; k < half; ++k) {
      const complex w = turned[k * 512 / half];
      for (std::size_t at = k; at < size; at += 2 * half) {
        const complex a = x[at], b = x[at + half] * w;
        x[at] = a + b, x[at + half] = a - b;
      }
    }
  }
  return x;
}

enum class kind { tone, white_noise, low_pass_noise, voiced };

struct drawn {
  sounds::noise random;
  double uniform() { return (random.next() + 32768) / 65536.0; }
  /// Twelve uniform numbers, less their mean: of variance 1.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }
  /// `length` samples whose largest is at `level` dB of full scale.
  std::vector<std::int16_t> sound(kind what, int length, double level) {
    std::vector<double> x(static_cast<std::size_t>(length));
    const double frequency = 0.01 + 0.45 * uniform(), phase = 2 * pi * uniform();
    const double period = 60 + 140 * uniform(), formant = 2 * pi * (0.02 + 0.1 * uniform());
    double last = 0, before = 0;
    for (int i = 0; i < length; ++i) {
      double y = 0;
      if (what == kind::tone) {
        y = std::sin(2 * pi * frequency * i + phase);
      } else if (what == kind::white_noise) {
        y = 2 * uniform() - 1;
      } else if (what == kind::low_pass_noise) {
        y = 0.98 * last + normal();
      } else {
        const double pulse = std::fmod(i, period) < 1 ? 1 : 0.002 * normal();
        y = pulse + 1.94 * std::cos(formant) * last - 0.97 * 0.97 * before;
      }
      before = last, last = y;
      x[static_cast<std::size_t>(i)] = y;
    }
    double top = 0;
    for (const double v : x) top = std::max(top, std::abs(v));
    std::vector<std::int16_t> samples;
    for (const double v : x) {
      samples.push_back(
          static_cast<std::int16_t>(std::lround(v / top * 32767 * std::pow(10, level / 20))));
    }
    return samples;
  }
};

double weight_of(signal::window_shape shape, double turns) {
  const double mean = shape == signal::window_shape::hann ? 0.5 : 0.54;
  return mean - (1 - mean) * std::cos(2 * pi * turns);
}

/// The spectrum of windowed samples, exact but for double precision.
template <settings S>
std::vector<complex> spectrum(const std::vector<std::int16_t>& samples) {
  std::vector<complex> x(S.points);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    x[i] = samples[i] * weight_of(S.shape, static_cast<double>(i) / S.window);
  }
  return transformed(x);
}

/// dB from the spectrum to how far the integers are from it.
template <settings S>
double signal_to_noise(const std::vector<std::int16_t>& samples) {
  using fft = signal::real_fft<S.points>;
  alignas(4) static std::int16_t x[S.window];
  std::copy(samples.begin(), samples.end(), x);
  static std::uint32_t z[fft::bins];
  static complex have[fft::bins];
  const signal::block b = fft::template transform<S.shape, S.window>(
      x, z,
      [](int k, int re, int im, bool conjugate) { have[k] = complex(re, conjugate ? -im : im); });
  const std::vector<complex> want = spectrum<S>(samples);
  double sound = 0, noise = 0;
  for (std::size_t k = 0; k < fft::bins; ++k) {
    sound += std::norm(want[k]);
    noise += std::norm(want[k] - have[k] * std::ldexp(1.0, b.exponent));
  }
  return 10 * std::log10(sound / noise);
}
template <settings S>
double least_of_draws(kind what, double level, int count = draws) {
  drawn d;
  double least = 1000;
  for (int i = 0; i < count; ++i) {
    least = std::min(least, signal_to_noise<S>(d.sound(what, S.window, level)));
  }
  return least;
}

constexpr settings of_512{.points = 512, .window = 512};
constexpr settings of_256{.points = 256, .window = 256, .hop = 128, .bands = 20};
constexpr settings short_window{.window = 640, .shape = signal::window_shape::hamming};

TEST_CASE("the FFT of 1024 points against double precision") {
  CHECK(least_of_draws<settings{}>(kind::tone, 0) > 65);
  CHECK(least_of_draws<settings{}>(kind::white_noise, 0) > 65);
  CHECK(least_of_draws<settings{}>(kind::low_pass_noise, 0) > 57);
  CHECK(least_of_draws<settings{}>(kind::voiced, 0) > 57);
  for (const kind k : {kind::tone, kind::white_noise, kind::low_pass_noise, kind::voiced}) {
    CHECK(least_of_draws<settings{}>(k, -40) > 55);
  }
}
TEST_CASE("other FFTs and windows against double precision") {
  for (const kind k : {kind::tone, kind::white_noise, kind::low_pass_noise, kind::voiced}) {
    CHECK(least_of_draws<of_512>(k, 0, few) > 55);
    CHECK(least_of_draws<of_256>(k, 0, few) > 57);
    CHECK(least_of_draws<short_window>(k, 0, few) > 57);
    CHECK(least_of_draws<short_window>(k, -40, few) > 55);
  }
}

struct errors {
  double within_40 = 0, within_60 = 0;  ///< dB
};
/// The largest errors of log-mel energies in bands within 40 and 60 dB of the loudest.
template <settings S>
errors log_mel_errors(kind what, double level) {
  const auto mels = [](double hertz) { return 1127 * std::log(1 + hertz / 700); };
  const double low = mels(S.low_hertz), high = mels(S.high_hertz);
  drawn d;
  std::vector<double> place(S.points / 2 + 1);
  for (std::size_t k = 0; k < place.size(); ++k) {
    const double hertz = static_cast<double>(k) * S.rate / S.points;
    place[k] = (mels(hertz) - low) / (high - low) * (S.bands + 1);
  }
  errors found;
  for (int i = 0; i < few; ++i) {
    const std::vector<std::int16_t> samples = d.sound(what, S.window, level);
    const std::vector<complex> bins = spectrum<S>(samples);
    std::vector<double> energy(S.bands);
    for (std::size_t k = 0; k < place.size(); ++k) {
      for (int b = 0; b < S.bands; ++b) {
        const double weight = std::max(0.0, 1 - std::abs(place[k] - (b + 1)));
        energy[static_cast<std::size_t>(b)] += weight * std::norm(bins[k]);
      }
    }
    alignas(4) static std::int16_t x[S.window];
    std::copy(samples.begin(), samples.end(), x);
    static std::uint32_t scratch[signal::log_mel_of<S>::scratch_words];
    std::int16_t y[S.bands];
    signal::log_mel_of<S>::apply(x, scratch, y);
    const double top = *std::max_element(energy.begin(), energy.end());
    for (int b = 0; b < S.bands; ++b) {
      const double e = energy[static_cast<std::size_t>(b)];
      if (e < 1) continue;  // which is 0 by definition
      const double error = std::abs(y[b] / 512.0 - std::log2(e)) * 10 * std::log10(2.0);
      if (e > top * 1e-4) found.within_40 = std::max(found.within_40, error);
      if (e > top * 1e-6) found.within_60 = std::max(found.within_60, error);
    }
  }
  return found;
}
TEST_CASE("log-mel energies against double precision") {
  for (const kind k : {kind::tone, kind::white_noise, kind::low_pass_noise, kind::voiced}) {
    for (const double level : {0.0, -20.0, -40.0}) {
      const errors e = log_mel_errors<settings{}>(k, level);
      CHECK(e.within_40 < 0.2);
      CHECK(e.within_60 < 2);
    }
    CHECK(log_mel_errors<of_512>(k, 0).within_40 < 0.2);
    CHECK(log_mel_errors<short_window>(k, 0).within_40 < 0.2);
  }
}

TEST_CASE("MFCC are the orthonormal DCT of log-mel energies") {
  constexpr settings s{};
  drawn d;
  for (int i = 0; i < 20; ++i) {
    const std::vector<std::int16_t> samples = d.sound(kind::voiced, s.window, -3.0 * i);
    alignas(4) static std::int16_t x[s.window];
    std::copy(samples.begin(), samples.end(), x);
    static std::uint32_t scratch[signal::mfcc_of<s>::scratch_words];
    std::int16_t logs[s.bands], y[s.coefficients];
    signal::log_mel_of<s>::apply(x, scratch, logs);
    signal::mfcc_of<s>::apply(x, scratch, y);
    for (int k = 0; k < s.coefficients; ++k) {
      double sum = 0;
      for (int n = 0; n < s.bands; ++n) {
        sum += logs[n] / 512.0 * std::cos(pi * k * (2 * n + 1) / (2 * s.bands));
      }
      sum *= std::sqrt((k == 0 ? 1.0 : 2.0) / s.bands);
      CHECK(std::abs(y[k] / 64.0 - sum) < 3.0 / 64);  // of cosines of 14 bits
    }
  }
}

}  // namespace
