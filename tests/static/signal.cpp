// Features of sound, asserted by the compiler: tables, bounds of each step, what is refused.
#include <etch/signal/signal.hpp>

namespace {

using namespace etch;
using signal::settings, signal::window_shape;

// --- tables
constexpr double size_of(double x) { return x < 0 ? -x : x; }
static_assert(size_of(cosine_of_turns(0) - 1) < 1e-15 && size_of(cosine_of_turns(7) - 1) < 1e-15);
static_assert(size_of(cosine_of_turns(0.5) + 1) < 1e-15);
static_assert(cosine_of_turns(0.25) == 0 && cosine_of_turns(-3.75) == 0);
static_assert(size_of(cosine_of_turns(1 / 6.0) - 0.5) < 1e-15);
static_assert(size_of(cosine_of_turns(-1 / 8.0) - square_root(0.5)) < 1e-15);

constexpr signal::quarter_turn<256> quarter{};
static_assert(quarter.at[0] == signal::pack(8192, 0) && quarter.at[64] == signal::pack(0, 8192));
static_assert(quarter.at[32] == signal::pack(5793, 5793));

template <window_shape Shape>
constexpr int weight(int i) {
  return signal::window_table<Shape, 400>::weight(i);
}
static_assert(weight<window_shape::hann>(0) == 0 && weight<window_shape::hann>(100) == 16384);
static_assert(weight<window_shape::hann>(200) == 32767);  // 1 is not a number of 15 fraction bits
static_assert(weight<window_shape::hamming>(0) == 2621);  // 0.08
static_assert(weight<window_shape::hamming>(100) == 17695 &&
              weight<window_shape::hamming>(200) == 32767);

constexpr bool bytes_are_reversed() {
  constexpr signal::reversed_bytes reversed{};
  for (int i = 0; i < 256; ++i) {
    for (int b = 0; b < 8; ++b) {
      if ((i >> b & 1) != (reversed.at[i] >> (7 - b) & 1)) return false;
    }
  }
  return true;
}
static_assert(bytes_are_reversed());

// --- headroom: the least k with both halves in [-2^k, 2^k)
constexpr int bits_of(int re, int im) {
  signal::headroom room;
  room.see(signal::pack(re, im));
  return room.bits();
}
static_assert(bits_of(0, 0) == 0 && bits_of(-1, 0) == 0 && bits_of(0, -1) == 0);
static_assert(bits_of(1, 0) == 1 && bits_of(0, 1) == 1 && bits_of(-2, 0) == 1 &&
              bits_of(2, 0) == 2);
static_assert(bits_of(-32768, 0) == 15 && bits_of(0, -32768) == 15 && bits_of(32767, -1) == 15);
static_assert(bits_of(-1, 255) == 8 && bits_of(256, -1) == 9 && bits_of(-256, -1) == 8);

// --- log2
constexpr bool is_near_log2(int scale) {
  std::uint64_t seed = 1;
  for (int i = 0; i < 400; ++i) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    const std::uint64_t x = (seed | std::uint64_t{1} << 63) >> i % 64;
    const double want =
        512 * (natural_logarithm(static_cast<double>(x)) / natural_logarithm(2) + scale);
    if (size_of(signal::log2_of(x, scale) - (want < 0 ? 0 : want)) > 1.5) return false;
  }
  return true;
}
static_assert(is_near_log2(0) && is_near_log2(-15) && is_near_log2(7));
static_assert(signal::log2_of(0, 50) == 0 && signal::log2_of(1, 0) == 0);
static_assert(signal::log2_of(1, -1) == 0 && signal::log2_of(8, -2) == 512);
static_assert(signal::log2_of(std::uint64_t{1} << 63, 0) == 63 * 512);
constexpr bool log2_never_falls() {
  for (std::uint64_t x = 1; x < 3000; ++x) {
    if (signal::log2_of(x, 0) > signal::log2_of(x + 1, 0)) return false;
  }
  return true;
}
static_assert(log2_never_falls());

// --- the mel bank: each bin's two weights are 1 together, and no stretch lacks its place
constexpr settings sixteen{.points = 256, .window = 256, .hop = 128, .bands = 16};
constexpr bool bands_share_bins() {
  constexpr signal::mel_table<sixteen> t{};
  std::uint32_t power[129]{};
  for (int k = t.first; k < t.end; ++k) {
    power[k] = 1000;
    std::uint64_t energy[16]{};
    signal::mel_bank<sixteen>::apply(power, [&](int b, std::uint64_t e) { energy[b] = e; });
    power[k] = 0;
    const double place = sixteen.place_of_bin(k);
    for (int b = 0; b < 16; ++b) {
      const double apart = size_of(place - (b + 1)), want = apart < 1 ? 32768000 * (1 - apart) : 0;
      if (size_of(static_cast<double>(energy[b]) - want) > 500.1) return false;
    }
  }
  return sixteen.place_of_bin(t.first - 1) <= 0 && sixteen.place_of_bin(t.end) >= 17;
}
static_assert(bands_share_bins());

constexpr bool fields_are_exact() {
  std::uint32_t power[127]{}, seed = 1;
  std::uint16_t weight[127]{};
  for (int i = 0; i < 127; ++i) {
    seed = seed * 1664525U + 1013904223U;
    power[i] = i % 3 == 0 ? 0x3fffffff : seed >> 2;
    weight[i] = static_cast<std::uint16_t>(i % 2 == 0 ? 32768 : seed >> 17);
  }
  const auto have = signal::armv6m::sum_stretch(power, weight, 127);
  const auto want = signal::scalar::sum_stretch(power, weight, 127);
  return have.all == want.all && have.rising == want.rising;
}
static_assert(fields_are_exact());

// --- the DCT of a constant and of the largest numbers
constexpr bool dct_is_orthonormal() {
  std::int16_t x[80]{}, y[4]{};
  for (std::int16_t& v : x) v = 50 * 512;
  signal::dct<80, 4>::apply(x, y);
  return size_of(y[0] - 64 * 50 * square_root(80)) < 6 && y[1] == 0 && y[2] == 0 && y[3] == 0;
}
static_assert(dct_is_orthonormal());

// --- the FFT in the compiler: an impulse is as large in all bins, a constant in the first two
template <class X>
constexpr bool spectrum_is(const X& x, double first, double second, double rest) {
  using fft = signal::real_fft<256, signal::scalar>;
  std::int16_t samples[256]{};
  for (int i = 0; i < 256; ++i) samples[i] = static_cast<std::int16_t>(x(i));
  std::uint32_t power[fft::bins]{};
  const signal::block b = fft::power<window_shape::hann, 256>(samples, power);
  if (b.is_silent) return false;
  const double scale = power_of_two(2 * b.exponent);
  for (int k = 0; k < fft::bins; ++k) {
    const double want = k == 0 ? first : k == 1 ? second : rest;
    if (size_of(power[k] * scale - want) > 0.001 * first) return false;
  }
  return true;
}
static_assert(spectrum_is([](int i) { return i == 128 ? 20000 : 0; }, 4e8, 4e8, 4e8));
static_assert(spectrum_is([](int) { return 10000; }, 1.28e6 * 1.28e6, 0.64e6 * 0.64e6, 0));

// --- sizes
using features = signal::mfcc<>;
static_assert(features::hop == 320 && features::count == 10 && features::fraction_bits == 6);
static_assert(features::ram_bytes == 2048 + 2052 + 20 && sizeof(features) == features::ram_bytes);
static_assert(signal::mfcc<settings{}, signal::scalar>::table_bytes <= 5632);
static_assert(features::table_bytes <= 7680);
static_assert(signal::log_mel_of<settings{}>::scratch_words * 4 == 2052);

// --- what is refused
constexpr bool is_refused(const settings& s, diagnosis::sentence why, long have, long want) {
  const diagnosis d = s.check();
  return d.refuse == why && d.have == have && d.want == want;
}
static_assert(!settings{}.check());
static_assert(is_refused({.points = 1000},
                         error::the_points_of_a_real_fft_are_a_power_of_two_of_256_to_1024, 1000,
                         0));
static_assert(is_refused(
    {.points = 512},
    error::a_window_has_an_even_number_of_samples_and_no_more_than_the_fft_has_points, 1024, 512));
static_assert(is_refused(
    {.window = 399},
    error::a_window_has_an_even_number_of_samples_and_no_more_than_the_fft_has_points, 399, 1024));
static_assert(is_refused({.window = 320, .hop = 321},
                         error::a_hop_has_1_sample_or_more_and_no_more_than_the_window, 321, 320));
static_assert(is_refused({.hop = 0}, error::a_hop_has_1_sample_or_more_and_no_more_than_the_window,
                         0, 1024));
static_assert(is_refused({.bands = 81}, error::a_mel_bank_has_2_to_80_bands, 81, 0));
static_assert(is_refused({.high_hertz = 8001}, error::mel_bands_lie_between_0_Hz_and_half_the_rate,
                         20, 8001));
static_assert(is_refused({.low_hertz = 7600}, error::mel_bands_lie_between_0_Hz_and_half_the_rate,
                         7600, 7600));
static_assert(is_refused({.points = 256, .window = 256, .hop = 256, .bands = 80},
                         error::a_mel_band_is_empty_no_bin_of_the_fft_lies_in_it, 2, 80));
static_assert(is_refused({.coefficients = 41},
                         error::there_are_1_coefficient_or_more_and_no_more_than_bands, 41, 40));

}  // namespace
