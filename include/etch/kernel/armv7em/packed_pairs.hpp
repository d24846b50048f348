// Pairs of filters of minimal filtering whose weights lie packed in flash: a pair becomes what
// tile_of_minimal_pairs reads, in scratch memory, once for some rows of eight pixels.
#pragma once

#include <etch/kernel/armv7em/conv2d_s8_s8_s8_2x8_smlad.hpp>
#include <etch/kernel/armv7em/short_factors.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Words of a packed pair before its weights: the starts of its sums and, unless they end by a
/// shift, the multipliers of A and B and a byte each of both shifts and of what shifts the rest.
constexpr int packed_words_before(bool shifts) { return shifts ? 2 : 5; }

/// A minimal_plan whose pairs lie packed by Weights: what is before their weights, then of each row
/// and four channels so many words a column.
template <class Weights>
struct packed_plan : minimal_plan {
  int words_before;  ///< unpacked
  int packed_words;  ///< of a pair
  int added;         ///< added_to_sums

  /// Bytes of scratch memory: a pair, the rows of a strip, a copy of one.
  constexpr int scratch() const {
    return round_up(4 * (pair_words + maximum(slots, 0) * slot_words()) + copy_bytes(), 16);
  }
#if ETCH_HAS_DSP
  /// Writes the words of the pair at `from`.
  template <int Columns>
  ETCH_KERNEL void unpack(std::uint32_t* words, const std::uint32_t* from) const {
    words[0] = from[0], words[1] = from[1];
    if (words_before > 2) {
      const std::uint32_t shifts = from[4], more = static_cast<std::uint32_t>(added);
      words[2] = from[2], words[3] = more << (shifts >> 16 & 255), words[4] = shifts & 255;
      words[5] = from[3], words[6] = more << (shifts >> 24), words[7] = shifts >> 8 & 255;
    }
    from += packed_words_before(words_before == 2);
    words += words_before;
    const int run = 2 * steps;                                // words of a term
    const int packed = Columns * Weights::words * steps / 2;  // of a row
    std::uint32_t* to[minimal_parts];
    unroll<minimal_parts>([&]<int I>() __attribute__((always_inline)) {
      to[I] = words;
      words += kh * run * minimal_terms(Columns, I);
    });
    if constexpr (Columns == 3) {
      Weights::template unpack_three<Columns>(to, from, from + kh * packed);
    } else {
      for (int row = kh; row > 0; --row, from += packed) {
        Weights::template unpack_three<Columns>(to, from, from + packed);
        unroll<minimal_parts>([&]<int I>() __attribute__((always_inline)) { to[I] += run; });
        for (int i = 0; i < packed; i += Columns * Weights::words) {
          Weights::unpack_two(to, from + i + 3 * Weights::words);
          to[0] += 4, to[2] += 4, to[3] += 4;
        }
      }
    }
  }
#endif
};
/// The plan for call C within so many bytes of scratch memory, one pair among them: as many rows
/// at once as there have to be for their number of passes.
template <class Weights, class C>
constexpr auto make_packed_plan(int scratch) {
  constexpr byte_layer l = layer_of<C>;
  const int pair_bytes = 4 * make_minimal_plan(l, 0).pair_words;
  packed_plan<Weights> p{make_minimal_plan(l, scratch - pair_bytes),
                         minimal_words_before(l.end.shifts()), 0, added_to_sums<C>()};
  p.packed_words = packed_words_before(l.end.shifts()) + p.kh * p.kw * Weights::words * p.steps / 2;
  const int rows = p.slots - p.kh + 1;
  if (rows > 0) p.slots = ceil_div(p.oh, ceil_div(p.oh, rows)) + p.kh - 1;
  return p;
}

/// The constants of call C by plan P.
template <class Weights, class C, const auto& P>
constexpr auto pack_minimal_pairs() {
  constexpr byte_layer l = layer_of<C>;
  whole_constants<P.groups * P.pairs * P.packed_words, packed_plan<Weights>> k{P, {}};
  std::uint32_t* to = k.words;
  const auto put = [&](std::int32_t word) { *to++ = static_cast<std::uint32_t>(word); };
  for (int first = 0; first < P.filters; first += 2) {
    const cortex_m::accumulator of[]{accumulator_by_zero<C>(first),
                                     accumulator_by_zero<C>(first + 1)};
    for (const auto& a : of)
      put(static_cast<std::int32_t>(2 * static_cast<std::uint32_t>(a.start)));
    if constexpr (!l.end.shifts()) {
      std::int32_t shifts = 0;
      for (int o = 1; o >= 0; --o) {
        const std::int32_t shift = factor_in_place<C>(of[o].factor).shift;
        shifts |= (shift | maximum<std::int32_t>(shift - 1, 0) << 16) << 8 * o;
      }
      for (const auto& a : of) put(factor_in_place<C>(a.factor).multiplier);
      put(shifts);
    }
    for (int u = 0; u < P.kh; ++u) {
      for (int i = 0; i < 2 * P.steps; i += 4) {
        // channel i + j of a column of A or B
        const auto code = [&](int o, int column, int j) {
          if (i + j >= P.depth || has_one_code<C>(first + o)) return 0;
          const int at = (first + o) * l.taps() + (u * P.kw + column) * P.depth + i + j;
          return static_cast<int>(static_cast<signed char>(C::bytes(1)[at]));
        };
        for (int w = 0; w < P.kw * Weights::words; ++w) *to++ = Weights::word(w, code);
      }
    }
  }
  return k;
}

/// Base of microkernel M, whose pairs of filters lie packed by Weights as M::plan<C> says.
template <class M, class Weights>
struct packed_pairs : cortex_m::microkernel<M, core> {
  static constexpr bool takes(const byte_layer& l) {
    return !ETCH_SAVES_FLASH && cortex_m::microkernel<M, core>::takes(l) &&
           has_minimal_windows(l.g) && make_minimal_plan(l, 0).fills_loop();
  }
  template <class C>
  static constexpr bool keeps_nothing = true;

  template <class C>
  static constexpr auto pack() {
    return pack_minimal_pairs<Weights, C, M::template plan<C>>();
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    constexpr byte_layer l = layer_of<C>;
    const auto& constants = kernel_constants<K, C>(a);
    run_minimal<code_of_tiles<C>, cortex_m::shift_of(l.end), l.g.kw, gathers(l), false>(
        constants.plan, constants.words, a.template rows<0>(), a.template out<0>(), a.scratch(),
        rows);
#else
    static_assert(sizeof(A) == 0, "conv2d by SMLAD: compile with -mcpu=cortex-m4");
#endif
  }
};

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
