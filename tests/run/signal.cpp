// Features of sound on the processor at hand: the bits that every other one finds, hop by hop and
// of whole windows, and of samples that are at the ends of what they can be.
#include "../support/sounds.hpp"

#include <catch2/catch.hpp>

namespace {

using namespace etch;
using signal::settings, signal::window_shape;

struct digests {
  std::uint32_t log_mel, mfcc;
};

/// Of the features of all sounds, each a window.
template <settings S, class Core>
digests digests_of_windows() {
  alignas(4) static std::int16_t samples[S.window];
  static std::uint32_t scratch[S.points / 2 + 1];
  sounds::digest logs, coefficients;
  sounds::noise random;
  for (int h = 0; h < sounds::count; ++h) {
    sounds::make(random, h, samples, S.window);
    std::int16_t y[S.bands];
    signal::log_mel_of<S, Core>::apply(samples, scratch, y);
    logs.add(y, S.bands);
    signal::mfcc_of<S, Core>::apply(samples, scratch, y);
    coefficients.add(y, S.coefficients);
  }
  return {logs.value, coefficients.value};
}
template <settings S>
void check_digests(digests want) {
  const digests native = digests_of_windows<S, signal::native_core>();
  const digests scalar = digests_of_windows<S, signal::scalar>();
  CHECK(native.log_mel == want.log_mel);
  CHECK(native.mfcc == want.mfcc);
  CHECK(scalar.log_mel == want.log_mel);
  CHECK(scalar.mfcc == want.mfcc);
}

TEST_CASE("the same bits on every machine") {
  check_digests<settings{}>({0x0c70569d, 0xbcc1272c});
  check_digests<settings{.points = 512, .window = 512}>({0x6906578f, 0xda2f956b});
  check_digests<settings{.points = 256, .window = 256, .hop = 128, .bands = 20}>(
      {0x91aaad55, 0x546c920c});
  check_digests<settings{.window = 640}>({0x301c4625, 0x067e13a7});
  check_digests<settings{.window = 400, .hop = 160, .shape = window_shape::hamming}>(
      {0xdbd831be, 0x0e32e3db});
  check_digests<settings{.points = 512, .window = 400, .hop = 160}>({0x3260a1b5, 0x2c4692dd});
  check_digests<settings{.points = 256, .window = 100, .hop = 33, .bands = 17}>(
      {0x246ffaf9, 0x610379b3});
  check_digests<settings{.rate = 8000, .low_hertz = 0, .high_hertz = 4000}>(
      {0xae4d2b72, 0x82481f51});
}

/// Hop by hop, and every window of the clip with silence before it.
template <class Streamed, class Features>
void check_stream() {
  constexpr int hop = Streamed::hop, before = Features::set.window - hop, hops = 40;
  static std::int16_t clip[before + hops * hop];
  sounds::noise random;
  for (int h = 0; h < hops; ++h) sounds::make(random, h, clip + before + h * hop, hop);
  static Streamed stream;
  for (int round = 0; round < 2; ++round) {
    stream.reset();
    int different = 0;
    for (int h = 0; h < hops; ++h) {
      const std::int16_t* const have = stream.push(clip + before + h * hop);
      alignas(4) static std::int16_t window[Features::set.window];
      for (int i = 0; i < Features::set.window; ++i) window[i] = clip[h * hop + i];
      static std::uint32_t scratch[Features::scratch_words];
      std::int16_t want[Features::count];
      Features::apply(window, scratch, want);
      for (int i = 0; i < Features::count; ++i) different += have[i] != want[i];
    }
    CHECK(different == 0);
  }
}
TEST_CASE("hop by hop is the whole clip") {
  check_stream<signal::mfcc<>, signal::mfcc_of<settings{}>>();
  check_stream<signal::log_mel<>, signal::log_mel_of<settings{}>>();
  constexpr settings odd{.points = 512, .window = 400, .hop = 77};
  check_stream<signal::mfcc<odd>, signal::mfcc_of<odd>>();
  constexpr settings whole{.points = 512, .window = 512, .hop = 512};
  check_stream<signal::log_mel<whole>, signal::log_mel_of<whole>>();
}

/// An object between bytes of rubbish.
template <class T>
struct guarded {
  unsigned char before[64];
  T object;
  unsigned char after[64];
};
/// One sound behind another without reset(): what a stream of both gives, which is what a new
/// object gives of the second once no sample of the first is in the window. Bytes beside the object
/// and beside the hop have no say.
template <class Streamed, class Features>
void check_without_reset() {
  constexpr int hop = Streamed::hop, window = Features::set.window, hops = 8;
  constexpr int old = (window - hop + hop - 1) / hop;  // hops until the first sound is out
  static_assert(0 < old && old < hops);
  static std::int16_t first[hops * hop], second[hops * hop];
  sounds::noise random;
  sounds::make(random, 4, first, hops * hop);
  sounds::make(random, 24, second, hops * hop);
  static std::int16_t have[2][hops][Streamed::count];
  for (int round = 0; round < 2; ++round) {
    static guarded<Streamed> stream;
    static std::int16_t near[hop + 2 * window];
    const auto rubbish = static_cast<unsigned char>(round == 0 ? 0x5a : 0xa7);
    for (int i = 0; i < 64; ++i) stream.before[i] = stream.after[i] = rubbish;
    stream.object.reset();
    for (int h = 0; h < 2 * hops; ++h) {
      for (std::int16_t& x : near) x = static_cast<std::int16_t>(rubbish << 7);
      for (int i = 0; i < hop; ++i) {
        near[window + i] = h < hops ? first[h * hop + i] : second[(h - hops) * hop + i];
      }
      const std::int16_t* const y = stream.object.push(near + window);
      for (int i = 0; h >= hops && i < Streamed::count; ++i) have[round][h - hops][i] = y[i];
    }
    for (int i = 0; i < 64; ++i) {
      CHECK(stream.before[i] == rubbish);
      CHECK(stream.after[i] == rubbish);
    }
  }
  static Streamed fresh;
  fresh.reset();
  for (int h = 0; h < hops; ++h) {
    const std::int16_t* const want = fresh.push(second + h * hop);
    int of_rubbish = 0, of_the_first = 0;
    for (int i = 0; i < Streamed::count; ++i) {
      of_rubbish += have[0][h][i] != have[1][h][i];
      of_the_first += have[0][h][i] != want[i];
    }
    CHECK(of_rubbish == 0);
    CHECK((of_the_first > 0) == (h < old));
  }
}
TEST_CASE("without reset() a sound goes on") {
  check_without_reset<signal::mfcc<>, signal::mfcc_of<settings{}>>();
  check_without_reset<signal::log_mel<>, signal::log_mel_of<settings{}>>();
  constexpr settings odd{.points = 512, .window = 400, .hop = 77};
  check_without_reset<signal::mfcc<odd>, signal::mfcc_of<odd>>();
}

TEST_CASE("silence has no energy") {
  static signal::log_mel<> logs;
  static signal::mfcc<> coefficients;
  static const std::int16_t silence[320]{};
  for (int h = 0; h < 5; ++h) {
    for (int i = 0; i < 40; ++i) CHECK(logs.push(silence)[i] == 0);
    for (int i = 0; i < 10; ++i) CHECK(coefficients.push(silence)[i] == 0);
  }
}

/// The log-mel features of a window of x(i).
template <class X>
const std::int16_t* log_mel_of(const X& x) {
  alignas(4) static std::int16_t samples[1024];
  static std::uint32_t scratch[513];
  static std::int16_t y[40];
  for (int i = 0; i < 1024; ++i) samples[i] = static_cast<std::int16_t>(x(i));
  signal::log_mel_of<settings{}>::apply(samples, scratch, y);
  return y;
}
TEST_CASE("constants and alternating extremes reach no band but the outer ones") {
  // a Hann window leaves a constant in bins 0 and 1, half the rate in bins 511 and 512; elsewhere
  // is rounding: 2^19 below their energy, which is 2^49
  const int full = 512 * 49;
  for (const int constant : {-32768, 32767, 1}) {
    const std::int16_t* const y = log_mel_of([=](int) { return constant; });
    for (int i = 3; i < 40; ++i) CHECK(y[i] < full - 512 * 19);
  }
  const std::int16_t* const y = log_mel_of([](int i) { return i % 2 != 0 ? 32767 : -32767; });
  for (int i = 0; i < 40; ++i) CHECK(y[i] < full - 512 * 19);
}
TEST_CASE("twice the samples are two octaves of energy") {
  sounds::noise random;
  std::int16_t x[1024];
  sounds::make(random, 4, x, 1024);
  for (std::int16_t& v : x) v = static_cast<std::int16_t>(v / 16 * 2);
  std::int16_t first[40];
  const std::int16_t* y = log_mel_of([&](int i) { return x[i]; });
  for (int i = 0; i < 40; ++i) first[i] = y[i];
  y = log_mel_of([&](int i) { return 8 * x[i]; });
  for (int i = 0; i < 40; ++i) CHECK(y[i] == first[i] + 6 * 512);
}

}  // namespace
