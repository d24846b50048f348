// Weights of two filters in one word, and what follows for sums and outputs: compile time only.
//
// A halfword 256 wB[k] + wA[k] holds tap k of filters A and B. Its low byte, sign-extended, is
// wA[k]; the whole is an operand of SMLAD as it stands. With sA = sum wA x and sR = sum (256 wB +
// wA) x, the other sum is sB = (sR - sA) / 256, exact modulo 2^32 while -2^23 <= sB < 2^23.
#pragma once

#include <etch/kernel/requantise.hpp>

namespace etch::inline ETCH_ABI {

namespace armv7em {

/// How a rounded sum becomes a code: SSAT #8, USAT #7, or any other limits low .. high as
/// min(USAT #8 (y - low), high - low) + low.
enum class saturation { to_int8, to_uint7, to_range };

/// Factors are applied by SMMLAR or SMMLA, then a shift; `half_away` needs one more instruction.
enum class factor_step {
  half_up,    ///< tflite_double where the lower limit hides what happens below zero
  half_away,  ///< tflite_double
  single,     ///< tflite_single
};

/// What the last step of call C is, apart from numbers of a channel.
template <class C>
struct ending {
  static constexpr format x = C::template in<0>::is.number;
  static constexpr format w = C::template in<1>::is.number;
  static constexpr format y = C::template out<>::is.number;
  static constexpr bool shifts = by_shift(x, w, y);
  static constexpr auto to = output_limits<C>();
  static constexpr saturation limit = to.low == -128 && to.high == 127 ? saturation::to_int8
                                      : shifts && to.low == 0 && to.high == 127
                                          ? saturation::to_uint7
                                          : saturation::to_range;
  static constexpr factor_step step = factor_rounding(C::round) == rounding::tflite_single
                                          ? factor_step::single
                                      : to.low == y.zero ? factor_step::half_up
                                                         : factor_step::half_away;
  /// Taken off before saturation and given back after it.
  static constexpr int lift = limit == saturation::to_range ? to.low : 0;
  static constexpr int shift = shifts ? sum_shift<C>() : 0;

  /// For to_range: the unsigned saturating addend, and what brings a byte back.
  static constexpr int headroom = 255 - (to.high - to.low);
  static constexpr int give_back = to.high - 255;
};

/// Whether call C has operands and an output of 8 bits with a last step that these kernels know.
template <class C>
constexpr bool has_known_ending() {
  if constexpr (C::input_count < 2) {
    return false;
  } else {
    using in = typename C::template in<0>;
    using weights = typename C::template in<1>;
    using out = typename C::template out<>;
    constexpr format x = in::is.number, w = weights::is.number, y = out::is.number;
    if (!has_signed_bytes<in> || !has_signed_bytes<weights> || !has_signed_bytes<out>) return false;
    if (in::is.is_constant || !weights::is.is_constant || w.zero != 0) return false;
    if constexpr (C::input_count > 2) {
      if (!C::template in<2>::is.is_constant) return false;
    }
    if (!__is_same(typename in::layout, hwc)) return false;
    if (!__is_same(typename out::layout, hwc)) return false;
    if (is_q(x) && is_q(w) && is_q(y)) {
      const int shift = x.frac + w.frac - y.frac;
      return C::round == rounding::half_up && shift >= 0 && shift <= 22;
    }
    return is_affine(x) && is_affine(w) && is_affine(y) && has_common_rounding<C>();
  }
}

/// y = (SMMLA(R)(2 sum, multiplier, offset) >> shift), limited.
struct output_factor {
  std::int32_t multiplier = 0;
  std::int32_t offset = 0;
  std::int32_t shift = 0;
};

/// One filter as numbers.
struct filter_facts {
  std::int32_t start = 0;      ///< of its sum over raw codes: bias, zero point, rounding
  std::int32_t zero = 0;       ///< what of it stands for the zero point
  output_factor factor{};      ///< affine only
  bool is_exact = false;       ///< whether the last step equals the generic one for every input
  bool may_be_second = false;  ///< whether it may be filter B of a pair
  bool has_lowest = false;     ///< whether a weight is -128
  int magnitude = 0;           ///< sum of |w|
};

/// Facts on filter o of call C, whose `taps` weights lie `step` bytes apart from byte `first` on;
/// `finish` is the generic end.
template <class C, class Finish>
constexpr filter_facts examine_filter(int o, int first, int step, int taps, const Finish& finish) {
  using e = ending<C>;
  constexpr long long exact_limit = 1LL << 30, second_limit = 1LL << 23;
  filter_facts f;
  const unsigned char* bytes = C::bytes(1) + first;
  int positive = 0, negative = 0;
  for (int k = 0; k < taps; ++k) {
    const int w = static_cast<signed char>(bytes[k * step]);
    if (w > 0) positive += w;
    else negative -= w;
    if (w == -128) f.has_lowest = true;
  }
  f.magnitude = positive + negative;
  const long long most = 127 - e::x.zero, least = -128 - e::x.zero, bias = sum_bias<C>(o);
  long long high = bias + positive * most - negative * least;
  long long low = bias + positive * least - negative * most;
  f.zero = -e::x.zero * (positive - negative);
  long long start = bias + f.zero;
  if constexpr (e::shifts) {
    const long long change =
        (e::shift > 0 ? 1LL << (e::shift - 1) : 0) - (static_cast<long long>(e::lift) << e::shift);
    start += change;
    high += change;
    low += change;
    f.is_exact = high < exact_limit && low >= -exact_limit;
  } else {
    const bool fits = high <= INT32_MAX && low >= INT32_MIN;
    const int code = fits ? finish(static_cast<std::int32_t>(low), o) : 0;
    if (fits && code == finish(static_cast<std::int32_t>(high), o)) {
      // The same output for every input: the sum does not matter.
      start = f.zero = 0;
      high = positive * 127LL + negative * 128LL;
      low = -positive * 128LL - negative * 127LL;
      f.factor = {0, 2 * (code - e::lift) + 1, 1};
      f.is_exact = high < exact_limit && low >= -exact_limit;
    } else {
      const fixed_point_factor q = quantise_factor(sum_to_output<C>(o));
      const int shift = -q.shift;
      f.is_exact = high < exact_limit && low >= -exact_limit && shift >= 1 && shift <= 22;
      if (f.is_exact) {
        const std::int32_t zero = (e::y.zero - e::lift) * (1 << shift);
        f.factor = {q.multiplier, zero + (1 << (shift - 1)), shift};
      }
    }
  }
  f.start = static_cast<std::int32_t>(static_cast<std::uint32_t>(start));
  f.may_be_second = high < second_limit && low >= -second_limit;
  return f;
}

/// Which filters share a word; b < 0: a has one for itself.
template <int Filters>
struct pairing {
  filter_facts facts[Filters]{};
  int a[Filters]{};
  int b[Filters]{};
  int count = 0;
  bool is_exact = true;
};

/// Whether every halfword 256 wB + wA has 16 bits.
template <class C>
constexpr bool halfwords_fit(int a, int b, int taps, bool b_has_lowest) {
  if (!b_has_lowest) return true;
  const unsigned char* bytes = C::bytes(1);
  for (int k = 0; k < taps; ++k) {
    if (bytes[b * taps + k] == 0x80 && bytes[a * taps + k] >= 0x80) return false;
  }
  return true;
}

/// Pairs the filters of call C, whose weights are Filters rows of `taps`.
template <class C, int Filters>
constexpr pairing<Filters> pair_filters(int taps) {
  pairing<Filters> p;
  constexpr auto finish = make_finish<C, Filters>();
  for (int o = 0; o < Filters; ++o) {
    p.facts[o] = examine_filter<C>(o, o * taps, 1, taps, finish);
    p.is_exact = p.is_exact && p.facts[o].is_exact;
  }
  bool taken[Filters]{};
  for (int o = 0; o < Filters; ++o) {
    if (taken[o]) continue;
    int a = o, b = -1;
    for (int i = o + 1; i < Filters && b < 0; ++i) {
      if (taken[i]) continue;
      if (p.facts[i].may_be_second && halfwords_fit<C>(o, i, taps, p.facts[i].has_lowest)) {
        b = i;
      } else if (p.facts[o].may_be_second && halfwords_fit<C>(i, o, taps, p.facts[o].has_lowest)) {
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
}

/// The pairs of call C, found once.
template <class C, int Filters, int Taps>
inline constexpr pairing<Filters> pairs_of = pair_filters<C, Filters>(Taps);

/// Where the sums of a pair start and go. The row routine reads it word by word.
struct pair_start {
  std::int32_t sum_a;      ///< start of sA
  std::int32_t sum_both;   ///< start of sR
  std::int32_t channel_a;  ///< output channel of A
  std::int32_t to_b;       ///< from there to the channel of B; 0 when there is no B
};
/// The same with factors.
struct factored_pair {
  pair_start start;
  output_factor a, b;
};
template <class C>
struct pair_constants {
  using type = factored_pair;
};
template <class C>
requires(ending<C>::shifts)
struct pair_constants<C> {
  using type = pair_start;
};
template <class C>
using pair_constants_t = typename pair_constants<C>::type;

/// Constants of pair i.
template <class C, int Filters>
constexpr pair_constants_t<C> constants_of_pair(const pairing<Filters>& p, int i) {
  const int a = p.a[i], b = p.b[i];
  const filter_facts none{};
  const filter_facts& fa = p.facts[a];
  const filter_facts& fb = b < 0 ? none : p.facts[b];
  const auto both = static_cast<std::int32_t>(256u * static_cast<std::uint32_t>(fb.start) +
                                              static_cast<std::uint32_t>(fa.start));
  const pair_start start{fa.start, both, a, b < 0 ? 0 : b - a};
  if constexpr (ending<C>::shifts) return start;
  else return {start, fa.factor, fb.factor};
}

/// The word for taps k and k + 2 of a pair, whose filters start at byte a and, unless negative, b;
/// taps from `taps` on count as 0.
constexpr std::uint32_t pair_word(const unsigned char* bytes, int a, int b, int k, int taps) {
  std::uint32_t word = 0;
  for (int i = 1; i >= 0; --i) {
    const int tap = k + 2 * i;
    const int wa = tap < taps ? static_cast<signed char>(bytes[a + tap]) : 0;
    const int wb = tap < taps && b >= 0 ? static_cast<signed char>(bytes[b + tap]) : 0;
    word = word << 16 | (static_cast<std::uint32_t>(256 * wb + wa) & 0xffff);
  }
  return word;
}

}  // namespace armv7em

}  // namespace etch::inline ETCH_ABI
