// How the sums of a vector V (vectors.hpp) become codes, bit for bit as the epilogue of the generic
// kernels, and copies of codes as its products take them.
#pragma once

#include <etch/kernel/x86_64/unsigned_ends.hpp>
#include <etch/kernel/x86_64/vectors.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// Whether products of the pair of weights (a, b) and any codes without a sign have 16 bits: 255
/// times the positive ones, and the negative ones.
constexpr bool pair_fits(int a, int b) {
  return a + b <= 128 && a + b >= -128;  // one of them alone is never beyond
}
/// What VPMADDUBSW needs to know of weights.
struct pair_facts {
  bool fit = true;            ///< pair_fits all pairs that lie side by side in an operand
  bool are_symmetric = true;  ///< no weight is -128
  bool may_widen = false;     ///< rows are copied anyway, so that they may be widened as well
  constexpr void add(const unsigned char* w, int next, bool is_pair) {
    const int a = static_cast<std::int8_t>(w[0]);
    const int b = is_pair ? static_cast<std::int8_t>(w[next]) : 0;
    fit = fit && pair_fits(a, b);
    are_symmetric = are_symmetric && a != -128 && b != -128;
  }
};

/// The vectors by which V, vectors or a family of them, runs call C; Pairs::of<C> is what is known
/// of its weights, and is asked only where pairs of products may saturate.
template <class V, class Pairs, class C>
constexpr auto pick_vectors() {
  if constexpr (!V::saturates_pairs) {
    return V{};
  } else {
    constexpr pair_facts facts = Pairs::template of<C>();
    if constexpr (facts.fit) return avx2_unsigned{};
    else if constexpr (facts.may_widen) return avx2_wide{};
    else if constexpr (facts.are_symmetric) return avx2_signed{};
    else return avx2_widened{};
  }
}

/// Where the constants of a layer's sums lie, as unsigned_places.
template <ending How, int Lanes, bool IsLifted>
struct vector_places {
  const std::int64_t* start;
  const std::int32_t *factor, *shift;
  std::int16_t zero;
  std::int8_t low, high;
};

/// The constants of Filters sums, a multiple of the Lanes of a vector. Lifts: sums that are rounded
/// twice are 2^31 larger, so that twice their factors have 32 bits and are no sum of their own.
template <ending How, int Filters, int Lanes, bool Lifts = false>
struct vector_factors {
  static constexpr bool is_fixed = x86::is_fixed(How);
  static constexpr int factors = is_shift(How) ? Lanes : Filters;
  static constexpr int starts = is_fixed ? Filters : Lanes, shifts = is_fixed ? Filters : Lanes;
  static constexpr bool is_lifted = Lifts && How == ending::rounded_twice;
  static constexpr std::int32_t lift = is_lifted ? INT32_MIN : 0;  ///< what biases are larger by
  alignas(64) std::int64_t start[starts];  // of each vector the even ones, the odd ones
  alignas(64) std::int32_t factor[factors];
  alignas(64) std::int32_t shift[shifts];
  std::int16_t zero;
  std::int8_t low, high;

  constexpr vector_places<How, Lanes, is_lifted> places() const {
    return {start, factor, shift, zero, low, high};
  }
  /// Sets the zero point and the limits of e.
  constexpr void set_range(const epilogue& e) {
    zero = e.zero;
    low = static_cast<std::int8_t>(e.low);
    high = static_cast<std::int8_t>(e.high);
  }
  /// Sets filter `place` to e's factor f, or to its shift; the zero point that `start` has a part
  /// of.
  constexpr void set(int place, const epilogue& e, fixed_point_factor f, int zero_in_start = 0) {
    if constexpr (is_shift(How)) {
      shift[place % Lanes] = e.shift;
    } else if constexpr (How == ending::in_single) {
      const auto power = static_cast<float>(power_of_two(f.shift - 31));
      factor[place] = __builtin_bit_cast(std::int32_t, static_cast<float>(f.multiplier) * power);
    } else {
      const std::int64_t first = e.round == rounding::tflite_double ? std::int64_t{1} << 30 : 0;
      const std::int64_t code = std::int64_t{1} << (31 - f.shift),
                         all = first + code / 2 + zero_in_start * code;
      const bool twice = How == ending::rounded_twice;
      const auto size = static_cast<std::uint32_t>(f.multiplier) << (is_lifted ? 1 : 0);
      factor[place] = static_cast<std::int32_t>(size);
      // without what the lift adds, and less 1: sums below 0 have no sign then
      const std::uint64_t off = is_lifted ? (std::uint64_t{size} << 31) + (1ULL << 32) : 0;
      start[place / Lanes * Lanes + place % 2 * (Lanes / 2) + place % Lanes / 2] =
          static_cast<std::int64_t>(static_cast<std::uint64_t>(twice ? 2 * all : all) - off);
      shift[place] = twice ? -f.shift : -f.shift - 1;
    }
  }
};

/// Those of vectors V.
template <class V, ending How, int Filters>
using factors_of = element_t<
    list<unsigned_factors<How, Filters>, vector_factors<How, Filters, V::lanes, V::lifts_sums>>,
    V::multiplies_signed ? 1 : 0>;

/// Whether sums end as twice what they are (end_twice).
template <class V>
constexpr bool takes_twice(ending how) {
  return V::multiplies_signed && how == ending::rounded_twice;
}
/// The upper halves of the products of numbers and the factors of a vector of filters from `filter`
/// on, with what rounds them.
template <class V, ending How, bool IsLifted>
ETCH_GLUE typename V::vector upper_products(typename V::vector a,
                                            const vector_places<How, V::lanes, IsLifted>& f,
                                            int filter) {
  const auto multiply = [](typename V::vector p, typename V::vector q)
                            __attribute__((always_inline)) {
                              if constexpr (IsLifted) return V::multiply_even_unsigned(p, q);
                              else return V::multiply_even(p, q);
                            };
  const auto factor = V::load(f.factor + filter);
  const auto even = V::add_64(multiply(a, factor), V::load(f.start + filter));
  const auto odd = V::add_64(multiply(V::odd_as_even(a), V::odd_as_even(factor)),
                             V::load(f.start + filter + V::lanes / 2));
  return V::upper_halves(even, odd);
}
/// The codes, before the zero point, of twice the sums of such a vector.
template <class V>
ETCH_GLUE typename V::vector end_twice(
    typename V::vector twice, const vector_places<ending::rounded_twice, V::lanes, false>& f,
    int filter) {
  const auto high = V::add_32(upper_products<V>(twice, f, filter), V::signs(twice));
  return V::shift_right(high, V::load(f.shift + filter));
}
/// The codes, before the zero point, of the sums of a vector of filters from `filter` on.
template <class V, ending How, bool IsLifted>
ETCH_GLUE typename V::vector end_sums(typename V::vector sum,
                                      const vector_places<How, V::lanes, IsLifted>& f, int filter) {
  if constexpr (is_shift(How)) {
    if constexpr (How == ending::by_shift_away) sum = with_ties_away<V>(sum);
    return V::shift_right(sum, V::load(f.shift));
  } else if constexpr (How == ending::in_single) {
    return V::scale_in_single(sum, f.factor + filter);
  } else if constexpr (IsLifted) {
    const auto high = V::sub_32(upper_products<V>(sum, f, filter), V::signs(sum));
    return V::shift_right(high, V::load(f.shift + filter));
  } else if constexpr (How == ending::rounded_twice) {
    return end_twice<V>(V::add_32(sum, sum), f, filter);
  } else {
    return V::shift_right(upper_products<V>(sum, f, filter), V::load(f.shift + filter));
  }
}

/// The codes of four vectors: in each 128 bits four of a, then of b, c and d.
template <class V, vector_ends Ends, class F>
ETCH_GLUE typename V::vector codes_of(typename V::vector a, typename V::vector b,
                                      typename V::vector c, typename V::vector d, const F& f) {
  const auto pack = [&](typename V::vector p, typename V::vector q) __attribute__((always_inline)) {
    const auto numbers = V::pack_32(p, q);
    if constexpr (Ends.adds_zero) return V::add_saturating_16(numbers, V::all_16(f.zero));
    else return numbers;
  };
  const auto ab = pack(a, b), cd = pack(c, d);
  if constexpr (!Ends.has_limits) return V::pack_16(ab, cd);
  else return V::clamp_to_8(ab, cd, f.low, f.high);
}

/// Count codes from[i] as products take them.
template <class V, int Count, class X>
ETCH_GLUE void copy_offset_codes(std::uint8_t* to, const X* from) {
  constexpr int step = V::bytes / V::code_bytes, rest = Count % step;
  const auto part = [&]<int Codes>(int i) __attribute__((always_inline)) {
    if constexpr (V::code_bytes == 2) {
      V::template store<2 * Codes>(to + 2 * i, V::template widen<Codes>(from + i));
    } else if constexpr (Codes == step) {
      V::template store<step>(to + i, V::offset_codes(V::load(from + i)));
    } else {
      V::template store<Codes>(to + i, V::offset_codes(V::template load<Codes>(from + i)));
    }
  };
  if constexpr (rest == 0 && Count <= 8 * step) {
    unroll<Count / step>(
        [&]<int I>() __attribute__((always_inline)) { part.template operator()<step>(I * step); });
  } else {
    for (int i = 0; i + step <= Count; i += step) part.template operator()<step>(i);
  }
  if constexpr (rest != 0) part.template operator()<rest>(Count - rest);
}
/// Count times `code`, as products take it.
template <class V, int Count>
ETCH_GLUE void fill(std::uint8_t* to, int code) {
  constexpr int count = Count * V::code_bytes, rest = count % V::bytes;
  const auto v = [&]() __attribute__((always_inline)) {
    if constexpr (V::code_bytes == 2) return V::all_16(static_cast<std::int16_t>(code));
    else return V::all_8(code);
  }();
  int i = 0;
  for (; i + V::bytes <= count; i += V::bytes) V::template store<V::bytes>(to + i, v);
  if constexpr (rest != 0) V::template store<rest>(to + i, v);
}

}  // namespace x86
}  // namespace ETCH_NAMESPACE
