// Matrices on cores with DSP instructions: of 8-bit codes eight rows a pass over the vector, whose
// codes are read where they lie, less their zero point; two rows share halfwords
// (filter_pairs.hpp). 32 instructions for 32 products. Rows of 16 bits by the tile of such layers,
// of f32 eight side by side.
#pragma once

#include <etch/kernel/armv7em/eight_sums.hpp>
#include <etch/kernel/armv7em/floats.hpp>
#include <etch/kernel/armv7em/moving_state.hpp>
#include <etch/kernel/armv7em/short_tile.hpp>
#include <etch/kernel/layer/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Rows of bytes: in each eight rows i and i + 4 are pairs, the rest lie one behind the other.
template <class Sums, int Rows, int Length>
struct rows_of_pairs {
  using vector = const std::int8_t*;
  static constexpr int steps = Length / 4, taps = Length % 4, eights = Rows / 8 * 8;
  static constexpr int others = eights * taps + (Rows - eights) * Length;
  std::uint32_t pairs[eights * steps];   // (eights, step, tap pair, pair)
  std::int8_t rest[maximum(others, 1)];  // (eights, taps, 8), (rows, K)

  template <class Load>
  constexpr explicit rows_of_pairs(const Load& load) : pairs{}, rest{} {
    std::int8_t all[Rows * Length]{};
    load(all);
    std::int8_t* other = rest;
    for (int r = 0; r < eights; r += 8) {
      const auto halfword = [&](int pair, int k) {
        const std::int8_t* const w = all + (r + pair) * Length + k;
        return static_cast<std::uint32_t>(std::int32_t{256} * w[4 * Length] + w[0]) & 0xffff;
      };
      for (int k = 0; k < 4 * steps; ++k) {
        for (int pair = 0; pair < 4; ++pair)
          pairs[r * steps + k / 4 * 8 + k % 2 * 4 + pair] |= halfword(pair, k) << k % 4 / 2 * 16;
      }
      for (int k = 4 * steps; k < Length; ++k) {
        for (int i = 0; i < 8; ++i) *other++ = all[(r + i) * Length + k];
      }
    }
    for (int i = eights * Length; i < Rows * Length; ++i) *other++ = all[i];
  }

#if ETCH_HAS_DSP
  template <int>
  ETCH_GLUE void add(std::int32_t* to, const std::int8_t* x, int first) const {
    if constexpr (eights == Rows && taps == 0) add_pairs(to, x, first);
    else add_any(to, x, first);
  }

 private:
  static constexpr std::uint32_t minus_zero =
      (0U - static_cast<std::uint32_t>(Sums::zero) & 0xffff) * 0x10001;

  /// Whole steps of eight rows.
  ETCH_GLUE void add_pairs(std::int32_t* to, const std::int8_t* x, int first) const {
    sum_four_pairs<Sums::zero == 0 ? products_of::codes : products_of::differences>(
        pairs + first * steps, x, steps, to, minus_zero);
  }
  ETCH_KERNEL void add_any(std::int32_t* to, const std::int8_t* x, int first) const {
    if (eights == Rows || first < eights) {
      add_pairs(to, x, first);
      const std::int8_t* w = rest + first * taps;
      for (int k = 4 * steps; k < Length; ++k, w += 8) {
        for (int i = 0; i < 8; ++i) to[i] += w[i] * (x[k] - Sums::zero);
      }
    } else {
      const std::int8_t* w = rest + eights * taps;
      for (int r = Rows - eights; r > 0; --r, w += Length) *to++ = sum_of_row(w, x);
    }
  }
  ETCH_GLUE static std::int32_t sum_of_row(const std::int8_t* w, const std::int8_t* x) {
    std::int32_t sum = 0;
    for (int k = 0; k < 4 * steps; k += 4) {
      const std::uint32_t weights = load_word(w + k), codes = load_word(x + k);
      sum = multiply_add_both(widen_even(weights), add_even(minus_zero, codes), sum);
      sum = multiply_add_both(widen_odd(weights), add_odd(minus_zero, codes), sum);
    }
    for (int k = 4 * steps; k < Length; ++k) sum += w[k] * (x[k] - Sums::zero);
    return sum;
  }
#endif
};

/// Whether constants First .. First + Count - 1 of call C can be pairs: all their halfwords have 16
/// bits, all sums 24.
template <class C, int First, int Count, class Sums>
constexpr bool make_pairs() {
  constexpr extents e = C::template in<First>::is.shape;
  constexpr int rows = e.d[0], length = e.d[1];
  if (rows < 8 || length < 4) return false;
  constexpr int most_step = maximum(127 - Sums::zero, Sums::zero + 128);
  constexpr std::int32_t most_sum = ((std::int32_t{1} << 23) - 1) / most_step;
  for (int i = First; i < First + Count; ++i) {
    const unsigned char* w = C::bytes(i);
    for (int r = 0; r < rows; ++r) {
      std::int32_t sum = 0;
      for (int k = 0; k < length; ++k, ++w) {
        const int weight = static_cast<std::int8_t>(*w);
        sum += weight < 0 ? -weight : weight;
        if (weight == -128 && r % 8 >= 4 && static_cast<std::int8_t>(w[-4 * length]) < 0)
          return false;
      }
      if (sum > most_sum) return false;
    }
  }
  return true;
}

/// What these cores multiply matrices by.
struct matrix_products : moving_states {
  static constexpr int block = 8;
  template <class C, int First, int Count, class Sums, class W, int Length>
  static constexpr int form() {
    if constexpr (are_bytes<Sums, W> && make_pairs<C, First, Count, Sums>()) return 1;
    else return are_shorts<Sums, W, Length> ? 2 : are_floats<Sums, W> ? 3 : 0;
  }
  template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
  using rows_by =
      element_t<list<plain_rows<Sums, W, Rows, Length>, rows_of_pairs<Sums, Rows, Length>,
                     short_rows<row_tile<Sums, W, Length>, Sums, W, Rows, Length>,
                     float_rows<one_float, 8, Sums, Rows, Length>>,
                form<C, First, Count, Sums, W, Length>()>;
};

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
