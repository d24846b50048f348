// Weights of two filters in one word, and what follows for sums and outputs.
//
// A halfword 256 wB[k] + wA[k] holds tap k of filters A and B. Its low byte, sign-extended, is
// wA[k]; the whole is an operand of SMLAD as it stands. With sA = sum wA x and sR = sum (256 wB +
// wA) x, the other sum is sB = (sR - sA) / 256, exact modulo 2^32 while -2^23 <= sB < 2^23.
//
// Weights of at most 4 bits take a byte of two. Where none is -8, it is 16 wB[k] + wA[k]: its lower
// nibble, shifted to the upper one, is 16 wA[k], so that 16 sA and 16 sB + sA are what is summed.
// Else the nibbles are wA[k] and wB[k], and the sums 16 sA and 16 sB.
#pragma once

#include <etch/base/list.hpp>
#include <etch/kernel/armv7em/core.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

using cortex_m::output_factor;

/// Whether a factor is applied to 256 sB as it stands: it asks for neither sign nor float.
constexpr bool scales_256_sums(cortex_m::epilogue_code e) {
  return !e.shifts && (e.step == factor_step::half_up || e.step == factor_step::single);
}
/// The factor of filter B for 256 times its sum instead of twice: SMMLA adds what SMMLAR rounds by.
constexpr output_factor factor_of_256_sums(const output_factor& f, factor_step step) {
  return {f.multiplier, 128 * f.offset + (step == factor_step::half_up ? 64 : 0), f.shift + 7};
}
/// Whether a filter may be B: there its offset, some 2^(shift + 15), has to leave room for the sum.
constexpr bool may_be_b(const cortex_m::accumulator& f) {
  return f.may_be_second && f.factor.shift <= 15;
}

/// What weights of two filters share: a word of two taps is two halfwords, one of four is four
/// bytes, or eight nibbles.
enum class weights_in { halfwords, bytes, nibbles };
/// Steps of two taps in a word.
constexpr int steps_of_word(weights_in form) { return form == weights_in::halfwords ? 1 : 2; }
/// That of call C.
template <class C>
inline constexpr weights_in form_of_weights = [] {
  if (bits_of_weights<C>() > 4) return weights_in::halfwords;
  for (int i = 0; i < layer_of<C>.filters() * layer_of<C>.taps(); ++i) {
    if (static_cast<signed char>(C::bytes(1)[i]) == -8) return weights_in::nibbles;
  }
  return weights_in::bytes;
}();
/// Whether call C has weights of at most 4 bits, or others, and sums that pairs of them may have.
template <class C, bool Narrow>
constexpr bool has_pairs() {
  if constexpr ((bits_of_weights<C>() <= 4) != Narrow) return false;
  else if constexpr (!cortex_m::accumulators_of<C>.are_exact) return false;
  else return !Narrow || cortex_m::accumulators_of<C>.have_28_bits;
}

/// Which filters share a word; b < 0: a has one for itself.
template <int Filters>
struct pairing {
  int a[Filters]{};
  int b[Filters]{};
  int count = 0;
};

/// Whether every halfword 256 wB + wA has 16 bits; bytes hold all that they are for.
template <class C>
constexpr bool halfwords_fit(int a, int b, bool b_has_lowest) {
  if (!b_has_lowest) return true;
  constexpr int taps = layer_of<C>.taps();
  const unsigned char* bytes = C::bytes(1);
  for (int k = 0; k < taps; ++k) {
    if (bytes[b * taps + k] == 0x80 && bytes[a * taps + k] >= 0x80) return false;
  }
  return true;
}

/// The pairs of call C, found once.
template <class C>
inline constexpr auto pairs_of = [] {
  constexpr int count = layer_of<C>.filters();
  constexpr auto& filter = cortex_m::accumulators_of<C>.of;
  pairing<count> p;
  bool taken[count]{};
  constexpr int group = count / layer_of<C>.g.groups;  // filters of one input make pairs
  for (int o = 0; o < count; ++o) {
    if (taken[o]) continue;
    int a = o, b = -1;
    for (int i = o + 1; i < (o / group + 1) * group && b < 0; ++i) {
      if (taken[i]) continue;
      if (may_be_b(filter[i]) && halfwords_fit<C>(o, i, filter[i].has_lowest)) {
        b = i;
      } else if (may_be_b(filter[o]) && halfwords_fit<C>(i, o, filter[o].has_lowest)) {
        a = i;
        b = o;
      }
    }
    taken[a] = true;
    if (b >= 0) taken[b] = true;
    p.a[p.count] = a;
    p.b[p.count++] = b;
  }
  return p;
}();

/// Where the sums of a pair start and go. The row routine reads it word by word.
struct pair_start {
  std::int32_t sum_a;      ///< start of sA, or of 16 sA
  std::int32_t sum_both;   ///< start of sR, or of 16 sB
  std::int32_t channel_a;  ///< output channel of A
  std::int32_t to_b;       ///< from there to the channel of B; 0 when there is no B
};
/// The same with factors.
struct factored_pair : pair_start {
  output_factor a, b;
};
template <class C>
using pair_constants_t =
    element_t<list<factored_pair, pair_start>, layer_of<C>.end.shifts() ? 1 : 0>;

/// Constants of filters a and, unless negative, b of call C.
template <class C, products_of Of = products_of::codes>
constexpr pair_constants_t<C> constants_of_filters(int a, int b) {
  const cortex_m::accumulator of_a = cortex_m::accumulators_of<C>.of[a];
  const cortex_m::accumulator of_b =
      b < 0 ? cortex_m::accumulator{} : cortex_m::accumulators_of<C>.of[b];
  const auto sum_a = static_cast<std::uint32_t>(start_of(of_a, Of));
  const auto sum_b = static_cast<std::uint32_t>(start_of(of_b, Of));
  constexpr weights_in form = form_of_weights<C>;
  constexpr unsigned of_a_word = form == weights_in::halfwords ? 1 : 16;
  const auto both = form == weights_in::halfwords ? 256u * sum_b + sum_a
                    : form == weights_in::bytes   ? 16u * sum_b + sum_a
                                                  : 16u * sum_b;
  const pair_start start{static_cast<std::int32_t>(of_a_word * sum_a),
                         static_cast<std::int32_t>(both), a, b < 0 ? 0 : b - a};
  constexpr cortex_m::epilogue_code end = cortex_m::code_of_call<C>;
  if constexpr (end.shifts) {
    return start;
  } else if constexpr (scales_256_sums(end)) {
    return {start, of_a.factor, factor_of_256_sums(of_b.factor, end.step)};
  } else {
    return {start, factor_in_place<C>(of_a.factor), factor_in_place<C>(of_b.factor)};
  }
}

/// Constants of pair i of call C.
template <class C, products_of Of = products_of::codes>
constexpr pair_constants_t<C> constants_of_pair(int i) {
  return constants_of_filters<C, Of>(pairs_of<C>.a[i], pairs_of<C>.b[i]);
}

/// The bytes for taps k to k + 3 of a pair, whose filters start at weight a and, unless negative,
/// b; taps from `taps` on count as 0. `Sums`: 16 wB + wA, else both as nibbles.
template <bool Sums>
constexpr std::uint32_t pair_bytes(const unsigned char* bytes, int a, int b, int k, int taps) {
  std::uint32_t word = 0;
  for (int i = 3; i >= 0; --i) {
    const int tap = k + i;
    const int wa = tap < taps ? static_cast<signed char>(bytes[a + tap]) : 0;
    const int wb = tap < taps && b >= 0 ? static_cast<signed char>(bytes[b + tap]) : 0;
    word = word << 8 | (static_cast<std::uint32_t>(16 * wb + (Sums ? wa : wa & 15)) & 0xff);
  }
  return word;
}

/// Where the words of a run of taps go: from word `first` on, each second one `step` behind the one
/// before it, and those two `both` apart. The taps of a word are `apart`.
struct word_places {
  int first, step = 1, both = 2, apart = 2;
};
/// Writes the `words` words of a run of taps of a pair of call C, as pair_bytes takes it. A
/// halfword word 2 i is of taps 4 i and 4 i + 2, the next one of those behind them.
// Array after array, by increments: compilers evaluate the loop for each two weights.
template <class C, int Size>
constexpr void put_pair(std::uint32_t (&to)[Size], const word_places& given, int a, int b, int taps,
                        int words) {
  constexpr weights_in form = form_of_weights<C>;
  using from = place_of_weights<C>;
  const int step = given.step, back = given.both - given.step, apart = given.apart;
  int at = given.first;
  for (int i = 0, k = 0; i < words; ++i) {
    if constexpr (form == weights_in::halfwords) {
      const int of_a = from::begin + a + k, of_b = from::begin + b + k;
      int low = 0, high = 0;
      if (k + apart < taps) {
        low = static_cast<signed char>(from::array[of_a]);
        high = static_cast<signed char>(from::array[of_a + apart]);
        if (b >= 0) {
          low += 256 * static_cast<signed char>(from::array[of_b]);
          high += 256 * static_cast<signed char>(from::array[of_b + apart]);
        }
      } else if (k < taps) {
        low = static_cast<signed char>(from::array[of_a]);
        if (b >= 0) low += 256 * static_cast<signed char>(from::array[of_b]);
      }
      to[at] = static_cast<std::uint32_t>(high) << 16 | (static_cast<std::uint32_t>(low) & 0xffff);
    } else {
      to[at] = pair_bytes < form == weights_in::bytes > (C::bytes(1), a, b, 4 * i, taps);
    }
    if (i % 2 == 0) at += step, k += 1;
    else at += back, k += 3;
  }
}

#if ETCH_HAS_DSP

/// Writes the codes of filters A and B of a pixel, from sA and sR - sA = 256 sB.
template <cortex_m::epilogue_code E, class Plan, class Pair>
ETCH_GLUE void end_pair(const Plan& p, const Pair& k, std::int8_t* y, std::int32_t a,
                        std::int32_t b) {
  std::int8_t* const to = y + k.channel_a;
  // B first: where there is none, A goes over it
  if constexpr (E.shifts) {
    to[k.to_b] = core::limited<E.limit>(p.range, b >> (p.shift + 8));
    to[0] = core::limited<E.limit>(p.range, a >> p.shift);
  } else {
    if constexpr (scales_256_sums(E)) {
      const std::int32_t code = core::multiply_high<false>(b, k.b.multiplier, k.b.offset);
      to[k.to_b] = core::limited<E.limit>(p.range, code >> k.b.shift);
    } else {
      to[k.to_b] = core::limited<E.limit>(p.range, core::scaled<E.step>(b >> 7, k.b));
    }
    to[0] = core::limited<E.limit>(p.range, core::scaled<E.step>(2 * a, k.a));
  }
}

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
