// From 32-bit sums to 8-bit codes, four at a time, bit for bit as the epilogue of the generic
// kernels (requantise.hpp) and with its constants as they are. SSE2 has neither a signed 32 x 32 ->
// 64 multiply nor a shift with a count a lane: both are unsigned multiplications.
#pragma once

#include <etch/kernel/layer/layer.hpp>
#include <etch/kernel/layer/weights.hpp>
#include <etch/kernel/x86_64/lanes.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// How four sums become codes; it selects code.
enum class epilogue_rule : std::uint8_t {
  by_shift,
  by_shift_away,  ///< ties away from 0
  by_factor,
  by_factors,
  in_single,
  one_by_one
};

/// The rule for call C, whose epilogue is `constants` in the generic kernel.
template <class C, class Epilogue>
constexpr epilogue_rule rule_of(const Epilogue& constants) {
  using enum epilogue_rule;
  constexpr epilogue e = layer_of<C>.end;
  if constexpr (e.shifts()) {
    const bool away = e.round == rounding::half_away;
    if (!e.rounds_commonly() || e.round == rounding::toward_zero || e.shift < 1 || e.shift > 31)
      return one_by_one;
    return away ? by_shift_away : by_shift;
  } else {
    if (e.round == rounding::xnnpack) return in_single;
    for (const auto shift : constants.shift) {
      if (shift > 0 || e.round != rounding::tflite_double) return one_by_one;
    }
    return sizeof constants.shift > 1 ? by_factors : by_factor;
  }
}

/// Base of microkernel M by PMADDWD, which makes rows by M::make_rows<geometry, rule>(y, x, zero,
/// constants, rows) with the constants of the generic kernel as they are.
template <class M>
struct pmaddwd_rows {
  /// Whether the accumulators are these; every epilogue can be that of the generic kernels, one
  /// number after the other.
  static constexpr bool takes_sums(const byte_layer& l) { return l.is_bytes && l.sum_bits == 32; }
  template <class C>
  static constexpr auto pack() {
    return pack_weighted<C, layer_of<C>.filters()>();
  }
  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_X86
    constexpr window_geometry g = layer_of<C>.g;
    if constexpr (g.n * g.oh == 1) {
      if (rows.count == 0) return;
      rows = {0, 1};
    }
    M::template make_rows<g, rule_of<C>(packed<K, C>.epilogue)>(
        a.template out<0>(), a.template in<0>(), layer_of<C>.x_zero, kernel_constants<K, C>(a),
        rows);
#else
    static_assert(sizeof(A) == 0, "kernels by PMADDWD: compile for x86-64");
#endif
  }
};

#if ETCH_HAS_X86

/// floor((a m + 2^30) / 2^31) modulo 2^32 for signed a and unsigned m.
ETCH_GLUE __m128i multiply_high(__m128i a, __m128i m) {
  const __m128i half = _mm_set1_epi64x(1LL << 30), low = _mm_set1_epi64x(0xffffffff);
  const __m128i a_odd = _mm_srli_epi64(a, 32), m_odd = _mm_srli_epi64(m, 32);
  const __m128i even = _mm_add_epi64(_mm_mul_epu32(a, m), half);
  const __m128i odd = _mm_add_epi64(_mm_mul_epu32(a_odd, m_odd), half);
  const __m128i size = _mm_or_si128(_mm_and_si128(_mm_srli_epi64(even, 31), low),
                                    _mm_andnot_si128(low, _mm_slli_epi64(odd, 1)));
  const __m128i excess = _mm_and_si128(_mm_srai_epi32(a, 31), m);
  return _mm_sub_epi32(size, _mm_add_epi32(excess, excess));
}

/// x / 2^right, ties away from zero, for a count that all lanes share; 0 <= right <= 31, x above
/// INT32_MIN. Nothing is added before the shift: it could overflow.
ETCH_GLUE __m128i shift_all(__m128i x, int right) {
  if (right == 0) return x;
  // Ties go away from zero: one less, a negative number rounds them down.
  const __m128i less = _mm_add_epi32(x, _mm_srai_epi32(x, 31));
  const __m128i last = _mm_sra_epi32(less, _mm_cvtsi32_si128(right - 1));
  return _mm_add_epi32(_mm_srai_epi32(last, 1), _mm_and_si128(last, _mm_set1_epi32(1)));
}

/// The same with a count a lane.
ETCH_GLUE __m128i shift_each(__m128i x, __m128i right) {
  const __m128i some = _mm_cmpgt_epi32(right, _mm_setzero_si128());
  const __m128i less = _mm_add_epi32(x, _mm_and_si128(_mm_srai_epi32(x, 31), some));
#if ETCH_HAS_AVX2
  const __m128i last = _mm_srav_epi32(less, _mm_add_epi32(right, some));
  const __m128i one = _mm_and_si128(_mm_srli_epi32(some, 31), last);
  return _mm_add_epi32(_mm_srav_epi32(less, right), one);
#else
  // 2^(31 - right) from the exponent of a float; 2^31 comes out as INT32_MIN, which is right too.
  const __m128i exponent = _mm_slli_epi32(_mm_sub_epi32(_mm_set1_epi32(127 + 31), right), 23);
  return multiply_high(less, _mm_cvttps_epi32(_mm_castsi128_ps(exponent)));
#endif
}

/// The nearest integers to the sums times multiplier * 2^(shift - 31), each step rounded to single
/// precision, ties to even; beyond 2^30 it is 2^30.
ETCH_GLUE __m128i scale_in_single(__m128i sum, __m128i multiplier, __m128i shift) {
  const __m128i exponent = _mm_slli_epi32(_mm_add_epi32(shift, _mm_set1_epi32(127 - 31)), 23);
  const __m128 factor = _mm_mul_ps(_mm_cvtepi32_ps(multiplier), _mm_castsi128_ps(exponent));
  const __m128 product = _mm_mul_ps(_mm_cvtepi32_ps(sum), factor), most = _mm_set1_ps(0x1p30F);
  return _mm_cvtps_epi32(_mm_max_ps(_mm_min_ps(product, most), _mm_sub_ps(_mm_setzero_ps(), most)));
}

/// Four 32-bit numbers saturated to 8 bits and brought within the limits, as 4 bytes.
ETCH_GLUE int saturated(__m128i y, std::int8_t low, std::int8_t high) {
  const __m128i words = _mm_packs_epi32(y, y);
  const __m128i within =
      _mm_max_epi16(_mm_min_epi16(words, _mm_set1_epi16(high)), _mm_set1_epi16(low));
  return _mm_cvtsi128_si32(_mm_packs_epi16(within, within));
}

/// The multipliers and shifts of channels c .. c + 3, or those of all.
struct four_factors {
  __m128i multiplier, shift;
};
template <class F>
ETCH_GLUE four_factors load_factors(const F& f, int c) {
  if constexpr (sizeof f.multiplier == sizeof(std::int32_t)) {
    return {_mm_set1_epi32(f.multiplier[0]), _mm_set1_epi32(f.shift[0])};
  } else {
    const __m128i bytes = _mm_cvtsi32_si128(load_vector<int>(f.shift + c));
    return {load_vector<__m128i>(f.multiplier + c),
            _mm_srai_epi32(_mm_unpacklo_epi16(bytes, widen_low(bytes)), 16)};
  }
}

/// The codes of the four sums of channels c .. c + 3.
template <epilogue_rule Rule, class F>
ETCH_GLUE void requantise_four(std::int8_t* y, __m128i sum, const F& f, int c) {
  if constexpr (Rule == epilogue_rule::one_by_one) {
    std::int32_t all[4];
    store_vector(all, sum);
    for (int k = 0; k < 4; ++k) y[k] = f(all[k], c + k);
  } else if constexpr (Rule == epilogue_rule::by_shift_away) {
    const __m128i sign = _mm_srai_epi32(sum, 31), half = _mm_set1_epi32(1 << (f.shift - 1));
    const __m128i size = _mm_add_epi32(_mm_sub_epi32(_mm_xor_si128(sum, sign), sign), half);
    const __m128i number = _mm_srl_epi32(size, _mm_cvtsi32_si128(f.shift));
    sum = _mm_sub_epi32(_mm_xor_si128(number, sign), sign);
    store_vector(y, saturated(sum, f.low, f.high));
  } else if constexpr (Rule == epilogue_rule::by_shift) {
    const __m128i half = _mm_set1_epi32(1 << (f.shift - 1));
    sum = _mm_sra_epi32(_mm_add_epi32(sum, half), _mm_cvtsi32_si128(f.shift));
    store_vector(y, saturated(sum, f.low, f.high));
  } else {
    const four_factors by = load_factors(f, c);
    if constexpr (Rule == epilogue_rule::by_factor) {
      sum = shift_all(multiply_high(sum, by.multiplier), -f.shift[0]);
    } else if constexpr (Rule == epilogue_rule::by_factors) {
      const __m128i right = _mm_sub_epi32(_mm_setzero_si128(), by.shift);
      sum = shift_each(multiply_high(sum, by.multiplier), right);
    } else {
      sum = scale_in_single(sum, by.multiplier, by.shift);
    }
    store_vector(y, saturated(_mm_add_epi32(sum, _mm_set1_epi32(f.zero)), f.low, f.high));
  }
}

#endif

}  // namespace x86
}  // namespace ETCH_NAMESPACE
