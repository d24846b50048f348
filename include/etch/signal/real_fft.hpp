// The FFT of real 16-bit samples with a block exponent: N samples as N / 2 complex numbers.
//
// Every rounding is (sum + half) >> shift of an exact sum of 32 bits and nothing saturates, so that
// all machines find the same bits. Before each stage the block is as large as its numbers are: a
// stage shifts by the bits that the largest of them needs (`headroom`), up as well as down. Radix
// 4, twiddles of 13 fraction bits: a sum stays below 4 sqrt(2) 2^bits 2^13 and what is left of it
// below 2^14.5.
#pragma once

#include <etch/signal/core/lanes.hpp>
#include <etch/signal/core/native.hpp>
#include <etch/signal/tables.hpp>

namespace ETCH_NAMESPACE::signal {

namespace detail {
constexpr int log2_of_power(int n) {
  int k = 0;
  while (1 << k < n) ++k;
  return k;
}
}  // namespace detail

/// The transform of Points real samples, Points / 2 + 1 bins; Core is what multiplies.
template <int Points, class Core = native_core>
struct real_fft {
  static constexpr int half = Points / 2;  ///< complex numbers
  static constexpr int bins = half + 1;
  /// Whether half is an odd power of two: radix 2 comes first.
  static constexpr bool begins_by_radix_2 = detail::log2_of_power(half) % 2 == 1;
  template <window_shape Shape, int Samples>
  using tables =
      concatenation_t<list<quarter_turn<Points>, reversed_bytes, window_table<Shape, Samples>>,
                      typename lanes_of<Core>::template tables<half>>;

  /// X[k] of all bins of the windowed samples x: out(k, re, im, conjugate) where X[k] is
  /// re + j im, or its conjugate, times 2^exponent of the block that is returned. Bins come in
  /// pairs, from both ends; z has room for half + 1 numbers, and `out` may write z[k].
  template <window_shape Shape, int Samples, class Out>
  static constexpr block transform(const std::int16_t* x, complex16* z, const Out& out) {
    block b = halves_transform<Shape, Samples>(x, z);
    if (!b.is_silent) split(z, b, out);
    return b;
  }

  /// Writes |X[k]|^2 4^-exponent of all bins, each below 2^30.
  template <window_shape Shape, int Samples>
  static constexpr block power(const std::int16_t* x, std::uint32_t* z) {
    block b = halves_transform<Shape, Samples>(x, z);
    if (!b.is_silent) power_of_halves(z, b);
    return b;
  }

 private:
  static constexpr int bits_of_order = detail::log2_of_power(begins_by_radix_2 ? half / 2 : half);
  ETCH_GLUE static constexpr int reversed(int i) {
    return shared_table<reversed_bytes>.at[i] >> (8 - bits_of_order);
  }
  /// The twiddle of i / Points of a turn, i < 3 Points / 4, of a table of a quarter.
  ETCH_GLUE static constexpr complex16 twiddle(int i) {
    constexpr int quarter = Points / 4;
    const auto& table = shared_table<quarter_turn<Points>>.at;
    if (i < quarter) return table[i];
    const complex16 w = table[i < 2 * quarter ? 2 * quarter - i : i - 2 * quarter];
    return Core::pack(-real_part(w), i < 2 * quarter ? imaginary_part(w) : -imaginary_part(w));
  }

  /// The transform of even + j odd samples: what `split` takes.
  template <window_shape Shape, int Samples>
  static constexpr block halves_transform(const std::int16_t* x, complex16* z) {
    block b = window<Shape, Samples>(x, z);
    if (!b.is_silent) run_stages<begins_by_radix_2 ? 2 : 1>(z, b);
    return b;
  }

  // --- window, order of reversed bits and radix 2
  template <int Samples>
  ETCH_GLUE static constexpr block size_of_samples(const std::int16_t* x) {
    headroom room;
    std::uint32_t any = 0;
    for (int i = 0; i < Samples / 2; ++i) {
      const complex16 z = sample_pair(x, i);
      room.see(z);
      any |= z;
    }
    return {.bits = room.bits(), .is_silent = any == 0};
  }
  template <window_shape Shape, int Samples>
  ETCH_KERNEL static constexpr block window(const std::int16_t* x, complex16* z) {
    using lanes = lanes_of<Core>;
    if (!__builtin_is_constant_evaluated()) {
      if constexpr (lanes::template windows<Points, Samples>) {
        return lanes::template window<Points, Samples>(
            x, shared_table<window_table<Shape, Samples>>.at, z);
      }
    }
    const block samples = size_of_samples<Samples>(x);
    if (samples.is_silent) return samples;
    const complex16* const weight = shared_table<window_table<Shape, Samples>>.at;
    constexpr int pairs = Samples / 2;
    headroom room;
    if constexpr (begins_by_radix_2) {
      constexpr int with_b = maximum(pairs - half / 2, 0), with_a = minimum(pairs, half / 2);
      windowed<true, true>(x, weight, z, samples.bits, 0, with_b, room);
      windowed<true, false>(x, weight, z, samples.bits, with_b, with_a, room);
      windowed<false, false>(x, weight, z, samples.bits, with_a, half / 2, room);
      return {.exponent = samples.bits - 14, .bits = room.bits()};
    } else {
      const int shift = samples.bits;
      const wide_int rounding = wide_int{1} << shift >> 1;
      for (int i = 0; i < pairs; ++i) {
        const complex16 a = sample_pair(x, i), w = weight[i];
        const complex16 y = Core::pack((real_part(a) * real_part(w) + rounding) >> shift,
                                       (imaginary_part(a) * imaginary_part(w) + rounding) >> shift);
        z[reversed(i)] = y;
        room.see(y);
      }
      for (int i = pairs; i < half; ++i) z[reversed(i)] = 0;
      return {.exponent = samples.bits - 15, .bits = room.bits()};
    }
  }
  /// Radix 2 of pairs from .. to - 1 and those half / 2 behind them, as far as there are samples.
  template <bool HasA, bool HasB>
  ETCH_GLUE static constexpr void windowed(const std::int16_t* x, const complex16* weight,
                                           complex16* z, int bits, int from, int to,
                                           headroom& room) {
    const wide_int rounding = wide_int{1} << bits;
    const int shift = bits + 1;
    for (int i = from; i < to; ++i) {
      wide_int ar = rounding, ai = rounding, br = 0, bi = 0;
      if constexpr (HasA) {
        const complex16 a = sample_pair(x, i), w = weight[i];
        ar += real_part(a) * real_part(w), ai += imaginary_part(a) * imaginary_part(w);
      }
      if constexpr (HasB) {
        const complex16 b = sample_pair(x, i + half / 2), w = weight[i + half / 2];
        br = real_part(b) * real_part(w), bi = imaginary_part(b) * imaginary_part(w);
      }
      const complex16 sum = Core::pack((ar + br) >> shift, (ai + bi) >> shift);
      const complex16 rest = Core::pack((ar - br) >> shift, (ai - bi) >> shift);
      complex16* const to_pair = z + 2 * reversed(i);
      to_pair[0] = sum, to_pair[1] = rest;
      room.see(sum), room.see(rest);
    }
  }

  // --- radix 4: groups of 4 Length numbers
  template <int Length>
  static constexpr void run_stages(complex16* z, block& b) {
    if constexpr (Length < half) {
      b.exponent += b.bits + 1 - twiddle_bits;
      b.bits = stage<Length>(z, b.bits).bits();
      run_stages<4 * Length>(z, b);
    }
  }
  template <int Length>
  ETCH_KERNEL static constexpr headroom stage(complex16* z, int bits) {
    using lanes = lanes_of<Core>;
    if (!__builtin_is_constant_evaluated()) {
      if constexpr (lanes::template stages<Length>) {
        return lanes::template stage<Length, half>(z, bits);
      }
    }
    constexpr int groups = half / (4 * Length);
    headroom room;
    for (int g = 0; g < groups; ++g) {
      butterfly<Length, true>(z + 4 * Length * g, 0, 0, 0, bits, room);
    }
    for (int j = 1; j < Length; ++j) {
      const int step = Points / (4 * Length) * j;
      const complex16 w1 = twiddle(step), w2 = twiddle(2 * step), w3 = twiddle(3 * step);
      for (int g = 0; g < groups; ++g) {
        butterfly<Length, false>(z + j + 4 * Length * g, w1, w2, w3, bits, room);
      }
    }
    return room;
  }
  template <int Length, bool TwiddlesAreOne>
  ETCH_GLUE static constexpr void butterfly(complex16* z, complex16 w1, complex16 w2, complex16 w3,
                                            int bits, headroom& room) {
    constexpr int one = 1 << twiddle_bits;
    const wide_int rounding = wide_int{1} << bits;
    const int shift = bits + 1;
    // in the order of reversed bits the second quarter is that of the squared twiddles
    const complex16 x0 = z[0], x2 = z[Length], x1 = z[2 * Length], x3 = z[3 * Length];
    const auto re = [](complex16 x, complex16 w) {
      if constexpr (TwiddlesAreOne) return real_part(x) * one;
      else return Core::product_real(x, w);
    };
    const auto im = [](complex16 x, complex16 w) {
      if constexpr (TwiddlesAreOne) return imaginary_part(x) * one;
      else return Core::product_imaginary(x, w);
    };
    const wide_int ar = Core::add_real(rounding, x0, one),
                   ai = Core::add_imaginary(rounding, x0, one);
    const wide_int br = re(x1, w1), bi = im(x1, w1), cr = re(x2, w2), ci = im(x2, w2);
    const wide_int dr = re(x3, w3), di = im(x3, w3);
    const wide_int pr = ar + cr, pi = ai + ci, mr = ar - cr, mi = ai - ci;
    const wide_int sr = br + dr, si = bi + di, tr = br - dr, ti = bi - di;
    const complex16 y0 = Core::pack((pr + sr) >> shift, (pi + si) >> shift);
    const complex16 y1 = Core::pack((mr + ti) >> shift, (mi - tr) >> shift);
    const complex16 y2 = Core::pack((pr - sr) >> shift, (pi - si) >> shift);
    const complex16 y3 = Core::pack((mr - ti) >> shift, (mi + tr) >> shift);
    z[0] = y0, z[Length] = y1, z[2 * Length] = y2, z[3 * Length] = y3;
    room.see(y0), room.see(y1), room.see(y2), room.see(y3);
  }

  // --- from the transform Z of even + j odd samples to that of all:
  //     2 X[k] = Z[k] + conj Z[half-k] - j W^k (Z[k] - conj Z[half-k])
  template <class Out>
  ETCH_GLUE static constexpr void split_ends(const complex16* z, int bits, const Out& out) {
    const wide_int rounding = wide_int{1} << bits;
    const int shift = bits + 1;
    constexpr int two = 1 << (twiddle_bits + 1);
    const wide_int re = real_part(z[0]), im = imaginary_part(z[0]);
    const complex16 middle = z[half / 2];
    out(half, ((re - im) * two + rounding) >> shift, 0, false);
    out(0, ((re + im) * two + rounding) >> shift, 0, false);
    out(half / 2, (real_part(middle) * two + rounding) >> shift,
        (-imaginary_part(middle) * two + rounding) >> shift, false);
  }
  template <class Out>
  ETCH_GLUE static constexpr void split_pair(const complex16* z, int k, int bits, const Out& out) {
    const wide_int rounding = wide_int{1} << bits;
    const int shift = bits + 1;
    constexpr int one = 1 << twiddle_bits;
    const complex16 p = z[k], q = z[half - k], w = shared_table<quarter_turn<Points>>.at[k];
    const wide_int ar = (real_part(p) + real_part(q)) * one + rounding;
    const wide_int ai = (imaginary_part(p) - imaginary_part(q)) * one + rounding;
    const wide_int br = real_part(p) - real_part(q), bi = imaginary_part(p) + imaginary_part(q);
    const wide_int dr = real_part(w) * bi - imaginary_part(w) * br;
    const wide_int di = real_part(w) * br + imaginary_part(w) * bi;
    out(k, (ar + dr) >> shift, (ai - di) >> shift, false);
    out(half - k, (ar - dr) >> shift, (ai + di) >> shift, true);
  }
  template <class Out>
  static constexpr void split(complex16* z, block& b, const Out& out) {
    split_ends(z, b.bits, out);
    for (int k = 1; k < half / 2; ++k) split_pair(z, k, b.bits, out);
    b.exponent += b.bits - twiddle_bits;
  }
  ETCH_KERNEL static constexpr void power_of_halves(std::uint32_t* z, block& b) {
    const auto square = [z](int k, wide_int re, wide_int im, bool) {
      z[k] = Core::squared_magnitude(re, im);
    };
    using lanes = lanes_of<Core>;
    if (!__builtin_is_constant_evaluated()) {
      if constexpr (lanes::splits) {
        // the first pairs alone: lanes begin at bin 4
        split_ends(z, b.bits, square);
        for (int k = 1; k < 4; ++k) split_pair(z, k, b.bits, square);
        lanes::template power_of_pairs<Points>(z, b.bits);
        b.exponent += b.bits - twiddle_bits;
        return;
      }
    }
    split(z, b, square);
  }
};

}  // namespace ETCH_NAMESPACE::signal
