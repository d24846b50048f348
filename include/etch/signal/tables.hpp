// Tables of the FFT, made by the compiler.
#pragma once

#include <etch/base/functions.hpp>
#include <etch/base/tables.hpp>
#include <etch/signal/complex.hpp>
#include <etch/signal/settings.hpp>

namespace ETCH_NAMESPACE::signal {

/// Fraction bits of twiddles: 1 is exact, and sums of four products fit 32 bits.
inline constexpr int twiddle_bits = 13;

/// cos + j sin of a part of a turn as a twiddle.
constexpr complex16 twiddle_of_turns(double turns) {
  const double one = 1 << twiddle_bits;
  return pack(static_cast<int>(round_half_away(one * cosine_of_turns(turns))),
              static_cast<int>(round_half_away(one * cosine_of_turns(0.25 - turns))));
}

/// The twiddles of i / Points of a turn, a quarter of it.
template <int Points>
struct quarter_turn {
  complex16 at[Points / 4 + 1];
  constexpr quarter_turn() : at{} {
    for (int i = 0; i <= Points / 4; ++i) at[i] = twiddle_of_turns(static_cast<double>(i) / Points);
  }
};

/// The bits of a byte in the other order.
struct reversed_bytes {
  std::uint8_t at[256];
  constexpr reversed_bytes() : at{} {
    for (int i = 1; i < 256; ++i) {
      at[i] = static_cast<std::uint8_t>(at[i / 2] / 2 + i % 2 * 128);
    }
  }
};

/// A window of `Samples`, 15 fraction bits and at most 32767, in pairs as samples lie.
template <window_shape Shape, int Samples>
struct window_table {
  complex16 at[Samples / 2];
  static constexpr int weight(int i) {
    const double mean = Shape == window_shape::hann ? 0.5 : 0.54;
    const double w = mean - (1 - mean) * cosine_of_turns(static_cast<double>(i) / Samples);
    return static_cast<int>(minimum(round_half_away(32768 * w), 32767LL));
  }
  constexpr window_table() : at{} {
    for (int i = 0; i < Samples / 2; ++i) at[i] = pack(weight(2 * i), weight(2 * i + 1));
  }
};

}  // namespace ETCH_NAMESPACE::signal
