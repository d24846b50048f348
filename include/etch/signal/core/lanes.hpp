// The FFT four complex numbers at a time, a word a lane, by the loads, stores and shifts of a core.
#pragma once

#include <etch/signal/tables.hpp>

namespace ETCH_NAMESPACE::signal {

/// The vector code of a core that has none.
template <class Core>
struct lanes_of {
  template <int Points, int Samples>
  static constexpr bool windows = false;
  template <int Length>
  static constexpr bool stages = false;
  static constexpr bool splits = false;
  template <int Half>
  using tables = list<>;
};

/// The twiddles of a stage with groups of 4 Length numbers, powers 1, 2, 3 of four neighbours each;
/// of length 2 twice.
template <int Length>
struct lane_twiddles {
  static constexpr int columns = Length < 4 ? 4 : Length;
  complex16 at[3 * columns];
  constexpr lane_twiddles() : at{} {
    for (int power = 1; power <= 3; ++power) {
      for (int i = 0; i < columns; ++i) {
        at[i / 4 * 12 + (power - 1) * 4 + i % 4] =
            twiddle_of_turns(static_cast<double>(power * (i % Length)) / (4 * Length));
      }
    }
  }
};

/// Four words, as whole numbers with and without a sign.
typedef std::int32_t signed_lanes __attribute__((vector_size(16)));
typedef std::uint32_t word_lanes __attribute__((vector_size(16)));

namespace detail {
/// The twiddles of all stages from Length on.
template <int Length, int Half, class... Found>
struct lane_twiddles_of : lane_twiddles_of<4 * Length, Half, Found..., lane_twiddles<Length>> {};
template <int Length, int Half, class... Found>
requires(Length >= Half)
struct lane_twiddles_of<Length, Half, Found...> {
  using type = list<Found...>;
};
}  // namespace detail

/// What vector cores share. Core has samples (four pairs from any address), words and back_words
/// (four words, ascending or descending from an address), halves (two words here, two words 8
/// further), each with its put_; put_pairs; down (a shift right by a variable), pack, any (the OR
/// of all lanes).
template <class Core>
struct lanes_by_words {
  static constexpr bool splits = true;
  template <int Half>
  using tables = typename detail::lane_twiddles_of<Half == 256 ? 4 : 2, Half>::type;
  /// Where radix 2 comes first.
  template <int Points, int Samples>
  static constexpr bool windows = Points != 512 && Samples % 8 == 0;
  template <int Length>
  static constexpr bool stages = Length > 1;

  ETCH_GLUE static signed_lanes low(word_lanes z) {
    return reinterpret_cast<signed_lanes>(z << 16) >> 16;
  }
  ETCH_GLUE static signed_lanes high(word_lanes z) {
    return reinterpret_cast<signed_lanes>(z) >> 16;
  }

  template <int Points, int Samples>
  ETCH_GLUE static block window(const std::int16_t* x, const complex16* weight, complex16* z) {
    constexpr int quarter = Points / 4, pairs = Samples / 2;
    word_lanes seen = {}, any = {};
    for (int i = 0; i < pairs; i += 4) {
      const word_lanes v = Core::samples(x + 2 * i);
      seen |= v ^ (v << 1);
      any |= v;
    }
    const block size{.bits = headroom{Core::any(seen)}.bits(), .is_silent = Core::any(any) == 0};
    if (size.is_silent) return size;
    constexpr int with_b = maximum(pairs - quarter, 0), with_a = minimum(pairs, quarter);
    const int bits = size.bits;
    seen = windowed<Points, true, true>(x, weight, z, bits, 0, with_b);
    seen |= windowed<Points, true, false>(x, weight, z, bits, with_b, with_a);
    seen |= windowed<Points, false, false>(x, weight, z, bits, with_a, quarter);
    return {.exponent = bits - 14, .bits = headroom{Core::any(seen)}.bits()};
  }

  template <int Length, int Half>
  ETCH_GLUE static headroom stage(complex16* z, int bits) {
    constexpr int columns = lane_twiddles<Length>::columns, one = 1 << twiddle_bits;
    const int rounding = 1 << bits, shift = bits + 1;
    word_lanes seen = {};
    for (int j = 0; j < columns; j += 4) {
      const complex16* const w = shared_table<lane_twiddles<Length>>.at + 3 * j;
      const word_lanes w1 = Core::words(w), w2 = Core::words(w + 4), w3 = Core::words(w + 8);
      for (complex16* at = z + j; at < z + Half; at += 4 * columns) {
        const auto in = [at](int quarter) {
          if constexpr (Length == 2) return Core::halves(at + quarter * Length);
          else return Core::words(at + quarter * Length);
        };
        const auto out = [&](int quarter, signed_lanes re, signed_lanes im) {
          const word_lanes y = Core::pack(Core::down(re, shift), Core::down(im, shift));
          seen |= y ^ (y << 1);
          if constexpr (Length == 2) Core::put_halves(at + quarter * Length, y);
          else Core::put_words(at + quarter * Length, y);
        };
        const word_lanes x0 = in(0), x2 = in(1), x1 = in(2), x3 = in(3);
        const signed_lanes ar = low(x0) * one + rounding, ai = high(x0) * one + rounding;
        const signed_lanes cr = real(x2, w2), ci = imaginary(x2, w2);
        const signed_lanes br = real(x1, w1), bi = imaginary(x1, w1);
        const signed_lanes dr = real(x3, w3), di = imaginary(x3, w3);
        const signed_lanes pr = ar + cr, pi = ai + ci, mr = ar - cr, mi = ai - ci;
        const signed_lanes sr = br + dr, si = bi + di, tr = br - dr, ti = bi - di;
        out(0, pr + sr, pi + si);
        out(2, pr - sr, pi - si);
        out(1, mr + ti, mi - tr);
        out(3, mr - ti, mi + tr);
      }
    }
    return {Core::any(seen)};
  }

  /// Bins 4 .. half - 4 but the middle one, as real_fft::split and squared_magnitude do them.
  template <int Points>
  ETCH_GLUE static void power_of_pairs(std::uint32_t* z, int bits) {
    constexpr int half = Points / 2, one = 1 << twiddle_bits;
    const int rounding = 1 << bits, shift = bits + 1;
    for (int k = 4; k < half / 2; k += 4) {
      const word_lanes p = Core::words(z + k), q = Core::back_words(z + half - k);
      const word_lanes w = Core::words(shared_table<quarter_turn<Points>>.at + k);
      const signed_lanes ar = (low(p) + low(q)) * one + rounding;
      const signed_lanes ai = (high(p) - high(q)) * one + rounding;
      const signed_lanes br = low(p) - low(q), bi = high(p) + high(q);
      const signed_lanes dr = low(w) * bi - high(w) * br, di = low(w) * br + high(w) * bi;
      const signed_lanes ur = Core::down(ar + dr, shift), ui = Core::down(ai - di, shift);
      const signed_lanes vr = Core::down(ar - dr, shift), vi = Core::down(ai + di, shift);
      Core::put_words(z + k, reinterpret_cast<word_lanes>(ur * ur + ui * ui));
      Core::put_back_words(z + half - k, reinterpret_cast<word_lanes>(vr * vr + vi * vi));
    }
  }

 private:
  /// Pairs from .. to - 1 and those a quarter of the points behind them, as far as there are
  /// samples.
  template <int Points, bool HasA, bool HasB>
  ETCH_GLUE static word_lanes windowed(const std::int16_t* x, const complex16* weight, complex16* z,
                                       int bits, int from, int to) {
    constexpr int quarter = Points / 4, shift_of_place = quarter == 64 ? 2 : 0;
    const int rounding = 1 << bits, shift = bits + 1;
    word_lanes seen = {};
    for (int i = from; i < to; i += 4) {
      signed_lanes ar = {}, ai = {}, br = {}, bi = {};
      if constexpr (HasA) {
        const word_lanes a = Core::samples(x + 2 * i), w = Core::words(weight + i);
        ar = low(a) * low(w), ai = high(a) * high(w);
      }
      if constexpr (HasB) {
        const word_lanes b = Core::samples(x + 2 * (i + quarter));
        const word_lanes w = Core::words(weight + i + quarter);
        br = low(b) * low(w), bi = high(b) * high(w);
      }
      ar += rounding, ai += rounding;
      const word_lanes sum = Core::pack(Core::down(ar + br, shift), Core::down(ai + bi, shift));
      const word_lanes rest = Core::pack(Core::down(ar - br, shift), Core::down(ai - bi, shift));
      seen |= (sum ^ (sum << 1)) | (rest ^ (rest << 1));
      const std::uint8_t* const places = shared_table<reversed_bytes>.at + i;
      Core::template put_pairs<shift_of_place>(z, places, sum, rest);
    }
    return seen;
  }
  ETCH_GLUE static signed_lanes real(word_lanes z, word_lanes w) {
    return low(z) * low(w) + high(z) * high(w);
  }
  ETCH_GLUE static signed_lanes imaginary(word_lanes z, word_lanes w) {
    return high(z) * low(w) - low(z) * high(w);
  }
};

}  // namespace ETCH_NAMESPACE::signal
