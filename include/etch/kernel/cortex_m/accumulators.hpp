// 32-bit accumulators without vectors, as Cortex-M0, M3 and M4 have them: which epilogues are
// known, where the accumulator of a filter starts, and whether it ends as the generic one for every
// input.
#pragma once

#include <etch/kernel/layer/filters.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// How a rounded accumulator becomes a code: SSAT #8, USAT #7, or any other limits low .. high as
/// min(USAT #8 (y - low), high - low) + low.
enum class saturation { to_int8, to_uint7, to_range };

/// Factors are applied by the upper half of a product, then a shift; `half_away` needs one more
/// instruction.
enum class factor_step {
  half_up,    ///< tflite_double where the lower limit hides what happens below zero
  half_away,  ///< tflite_double
  single,     ///< tflite_single
  in_single,  ///< xnnpack: a product of floats, ties to even
};

/// What of an epilogue chooses instructions: no number of a layer, so that like layers share code.
struct epilogue_code {
  bool shifts;
  saturation limit;
  factor_step step;  ///< of factors
};
constexpr epilogue_code code_of(const epilogue& e) {
  const saturation limit = e.saturates_to_int8()                       ? saturation::to_int8
                           : e.shifts() && e.low == 0 && e.high == 127 ? saturation::to_uint7
                                                                       : saturation::to_range;
  const factor_step step =
      e.shifts() || e.hides_negative() ? factor_step::half_up : factor_step::half_away;
  if (e.is_in_single()) return {false, limit, factor_step::in_single};
  return {e.shifts(), limit, e.round == rounding::tflite_single ? factor_step::single : step};
}
template <class C>
inline constexpr epilogue_code code_of_call = code_of(layer_of<C>.end);

/// Its numbers: the shift, and what is taken off before saturation.
constexpr int shift_of(const epilogue& e) { return e.shifts() ? e.shift : 0; }
constexpr int lift_of(const epilogue& e) {
  return code_of(e).limit == saturation::to_range ? e.low : 0;
}
/// Codes low .. low + range.
struct code_range {
  int low, range;
};
constexpr code_range range_of(const epilogue& e) { return {e.low, e.high - e.low}; }

/// What cores with saturating instructions share.
struct saturating_core {
#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  /// A rounded accumulator as a code; where S is to_range, one that counts from r.low on.
  template <saturation S>
  ETCH_GLUE static std::int8_t limited(const code_range& r, std::int32_t v) {
    if constexpr (S == saturation::to_int8) {
      __asm("ssat %0,#8,%0" : "+r"(v)::"cc");
    } else if constexpr (S == saturation::to_uint7) {
      __asm("usat %0,#7,%0" : "+r"(v)::"cc");
    } else {
      __asm("usat %0,#8,%0" : "+r"(v)::"cc");
      v = minimum<std::int32_t>(v, r.range) + r.low;
    }
    return static_cast<std::int8_t>(v);
  }
  /// sum + a b modulo 2^32.
  ETCH_GLUE static std::int32_t multiply_add(std::int32_t sum, std::int32_t a, std::int32_t b) {
    std::int32_t r;
    __asm("mla %0,%1,%2,%3" : "=r"(r) : "r"(a), "r"(b), "r"(sum));
    return r;
  }
  ETCH_GLUE static std::int64_t multiply_add(std::int64_t sum, std::int32_t a, std::int32_t b) {
    return sum + std::int64_t{a} * b;
  }
  /// v / 2^Right, rounded down, as a T.
  template <int Right, class T = std::int8_t>
  ETCH_GLUE static T limited_after(std::int32_t v) {
    constexpr int bits = 8 * static_cast<int>(sizeof(T));
    if constexpr (T(-1) > T(0))
      __asm("usat %0,%1,%0,asr %2" : "+r"(v) : "I"(bits), "I"(Right) : "cc");
    else if constexpr (Right == 0) __asm("ssat %0,%1,%0" : "+r"(v) : "I"(bits) : "cc");
    else __asm("ssat %0,%1,%0,asr %2" : "+r"(v) : "I"(bits), "I"(Right) : "cc");
    return static_cast<T>(v);
  }
#endif
};

/// Whether Core ends sums as a layer of 8-bit codes does.
template <class Core>
constexpr bool has_epilogue(const byte_layer& l) {
  if (l.end.is_in_single()) return Core::rounds_in_single && l.sum_bits == 32;
  if (!l.end.rounds_commonly()) return false;
  if (!l.end.shifts()) return true;
  return l.end.round == rounding::half_up && l.end.shift >= 0 && l.end.shift <= 22;
}
/// The same of a layer of signed bytes.
template <class Core>
constexpr bool takes_epilogue(const byte_layer& l) {
  return l.is_bytes && has_epilogue<Core>(l);
}

/// The same whose weights may have a zero point.
template <class Core>
constexpr bool takes_bytes(const byte_layer& l, bool zeros) {
  return (l.is_bytes || (zeros && l.is_signed)) && has_epilogue<Core>(l);
}

/// y = (SMMLA(R)(2 accumulator, multiplier, offset) >> shift), limited; in_single y = accumulator
/// multiplier / 2^(31 + shift) + floor(offset / 2^shift).
struct output_factor {
  std::int32_t multiplier = 0;
  std::int32_t offset = 0;
  std::int32_t shift = 0;
  constexpr bool operator==(const output_factor&) const = default;
};

/// The accumulator of one filter.
struct accumulator {
  std::int32_t start = 0;      ///< over raw codes: bias, zero point, rounding
  std::int32_t zero = 0;       ///< what of it stands for the zero point
  output_factor factor{};      ///< where the epilogue has factors
  bool is_exact = false;       ///< whether it ends as the generic one for every input
  bool may_be_second = false;  ///< whether it may be filter B of a pair
  bool has_28_bits = false;    ///< whether 16 times it stay in 32 bits
  bool has_lowest = false;     ///< whether a weight is -128
};

/// The accumulator of a filter of call C with these facts.
template <class C>
constexpr accumulator make_accumulator(const filter_facts f) {
  constexpr long long exact_limit = 1LL << 30, second_limit = 1LL << 23;
  constexpr long long nibble_limit = 1LL << 27;
  constexpr epilogue e = layer_of<C>.end;
  constexpr int lift = lift_of(e);
  accumulator a;
  a.has_lowest = f.weights.has_lowest;
  a.zero = -wide_int{layer_of<C>.x_zero} * f.weights.sum();
  long long start = static_cast<long long>(f.bias) + a.zero, low = f.low, high = f.high;
  if constexpr (e.shifts()) {
    const long long change =
        (e.shift > 0 ? 1LL << (e.shift - 1) : 0) - static_cast<long long>(lift) * (1LL << e.shift);
    start += change;
    low += change;
    high += change;
    a.is_exact = high < exact_limit && low >= -exact_limit;
  } else if (f.is_constant) {
    // The same output for every input: the accumulator does not matter.
    const long long positive = f.weights.positive, negative = f.weights.negative;
    start = a.zero = 0;
    high = positive * 127 + negative * 128;
    low = -positive * 128 - negative * 127;
    a.factor = {0, 2 * (f.code - lift) + 1, 1};
    a.is_exact = high < exact_limit && low >= -exact_limit;
  } else {
    const int shift = -f.factor.shift;
    a.is_exact = high < exact_limit && low >= -exact_limit && shift >= 1 && shift <= 22;
    if (a.is_exact) {
      const std::int32_t zero = (e.zero - lift) * (std::int32_t{1} << shift);
      a.factor = {f.factor.multiplier, zero + (std::int32_t{1} << (shift - 1)), shift};
    }
  }
  a.start = static_cast<std::int32_t>(static_cast<std::uint32_t>(start));
  a.may_be_second = high < second_limit && low >= -second_limit;
  a.has_28_bits = high < nibble_limit && low >= -nibble_limit;
  return a;
}

/// The accumulators of N filters.
template <int N>
struct all_accumulators {
  accumulator of[N]{};
  bool are_exact = true;
  bool have_28_bits = true;
  bool share_a_factor = true;
};
/// The accumulators of call C: found once for all that is asked about it.
template <class C>
inline constexpr auto accumulators_of = [] {
  constexpr int count = layer_of<C>.filters();
  constexpr const auto& epilogue = generic_epilogue<C, count>;
  all_accumulators<count> all;
  output_factor first{};
  for (int o = 0; o < count; ++o) {
    const accumulator a = make_accumulator<C>(examine_filter<C>(o, epilogue));
    all.of[o] = a;
    if (o == 0) first = a.factor;
    if (!a.is_exact) all.are_exact = false;
    if (!a.has_28_bits) all.have_28_bits = false;
    if (a.factor != first) all.share_a_factor = false;
  }
  return all;
}();

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
