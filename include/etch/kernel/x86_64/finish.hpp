// From 32-bit sums to 8-bit codes by SSE2 and wider, 16 codes at a time, bit for bit as the last
// step of the generic kernels (requantise.hpp). SSE2 has neither a signed 32 x 32 -> 64 multiply
// nor a shift with a count a lane: both are unsigned multiplications, corrected by the sign.
#pragma once

#include <etch/kernel/requantise.hpp>
#include <etch/kernel/unroll.hpp>
#include <etch/kernel/x86_64/lanes.hpp>

namespace etch::inline ETCH_ABI {
namespace x86 {

/// Sums that are finished together: filters or channels that follow one another.
inline constexpr int block = 16;

/// How sums become codes; everything here selects code.
struct finish_rules {
  enum class kind : std::uint8_t { by_shift, by_factor, one_by_one };
  kind how = kind::one_by_one;
  int shift = 0;             ///< of by_shift
  bool per_channel = false;  ///< one factor a channel
  bool any_left = false;     ///< some factor is 1 or more: sums are shifted left before it
  bool operator==(const finish_rules&) const = default;
};

/// A factor as what the vectors multiply by, for 16 channels. One factor for all is one block.
struct factor_block {
  alignas(64) std::uint32_t multiplier[block];
  std::uint32_t right[block];  ///< 2^(31 - right shift)
  std::uint32_t ties[block];   ///< all ones where something is shifted right
  std::uint32_t left[block];   ///< 2^(left shift)
};

/// The rules for finish F (shift_finish, factor_finish, ...).
template <class F>
struct rules_of {
  static constexpr finish_rules make(const F&) { return {}; }
};
template <rounding R>
struct rules_of<shift_finish<std::int8_t, R>> {
  static constexpr finish_rules make(const shift_finish<std::int8_t, R>& f) {
    const bool up = R != rounding::half_away && R != rounding::toward_zero;
    if (!up || f.shift < 1 || f.shift > 31) return {};
    return {finish_rules::kind::by_shift, f.shift};
  }
};
template <int Channels>
struct rules_of<factor_finish<std::int8_t, rounding::tflite_double, Channels>> {
  using finish = factor_finish<std::int8_t, rounding::tflite_double, Channels>;
  static constexpr finish_rules make(const finish& f) {
    bool left = false;
    for (int c = 0; c < Channels; ++c) left |= f.shift[c] > 0;
    return {finish_rules::kind::by_factor, 0, Channels > 1, left};
  }
};

/// The last step of a call: rules.how says which parts are used.
template <class F, int Blocks>
struct finish_constants {
  factor_block factors[Blocks]{};
  F each{};
};

/// The constants of finish F for Channels channels.
template <finish_rules Rules, int Channels, class F>
constexpr auto pack_finish(const F& f) {
  constexpr int filled = Rules.per_channel ? Channels : 1;
  constexpr int blocks = Rules.how == finish_rules::kind::by_factor ? ceil_div(filled, block) : 0;
  if constexpr (blocks == 0) {
    return f;
  } else {
    finish_constants<F, blocks> p{{}, f};
    for (int c = 0; c < blocks * block; ++c) {
      factor_block& b = p.factors[c / block];
      const int k = Rules.per_channel ? c : 0;
      const bool real = k < filled;
      const int shift = real ? f.shift[k] : 0, right = shift < 0 ? -shift : 0;
      b.multiplier[c % block] = real ? static_cast<std::uint32_t>(f.multiplier[k]) : 0;
      b.right[c % block] = std::uint32_t{1} << (31 - right);
      b.ties[c % block] = right > 0 ? ~std::uint32_t{0} : 0;
      b.left[c % block] = std::uint32_t{1} << (shift > 0 ? shift : 0);
    }
    return p;
  }
}

#if ETCH_HAS_X86

/// floor((a m + 2^30) / 2^31) modulo 2^32 for signed a and unsigned m.
template <class V>
ETCH_GLUE typename V::sums multiply_high(typename V::sums a, typename V::sums m) {
  using sums = typename V::sums;
  using wide = typename V::wide;
  using numbers = typename V::numbers;
  constexpr std::uint64_t half = std::uint64_t{1} << 30, low = 0xffffffff;
  const wide a_odd = reinterpret_cast<wide>(a) >> 32, m_odd = reinterpret_cast<wide>(m) >> 32;
  const wide even = V::multiply_even(a, m) + half;
  const wide odd =
      V::multiply_even(reinterpret_cast<sums>(a_odd), reinterpret_cast<sums>(m_odd)) + half;
  const sums magnitude = reinterpret_cast<sums>(((even >> 31) & low) | ((odd << 1) & ~low));
  const sums excess = reinterpret_cast<sums>(reinterpret_cast<numbers>(a) >> 31) & m;
  return magnitude - (excess + excess);
}

/// Sums times factors, rounded twice as TensorFlow Lite does.
template <class V, bool Left>
ETCH_GLUE typename V::sums scaled(typename V::sums sum, const factor_block& f, int at) {
  using sums = typename V::sums;
  if constexpr (Left) sum *= load_vector<sums>(f.left + at);
  sum = multiply_high<V>(sum, load_vector<sums>(f.multiplier + at));
  // Ties go away from zero: one less, a negative number rounds them down.
  const sums negative = reinterpret_cast<sums>(reinterpret_cast<typename V::numbers>(sum) >> 31);
  sum += negative & load_vector<sums>(f.ties + at);
  return multiply_high<V>(sum, load_vector<sums>(f.right + at));
}

/// 16 sums, saturated to 8 bits and brought within the limits.
ETCH_GLUE __m128i saturated(const std::uint32_t* sums, limits<std::int8_t> l) {
  const __m128i low = _mm_set1_epi16(l.low), high = _mm_set1_epi16(l.high);
  __m128i half[2];
  for (int i = 0; i < 2; ++i) {
    const auto a = load_vector<__m128i>(sums + 8 * i), b = load_vector<__m128i>(sums + 8 * i + 4);
    half[i] = _mm_max_epi16(_mm_min_epi16(_mm_packs_epi32(a, b), high), low);
  }
  return _mm_packs_epi16(half[0], half[1]);
}

/// 16 sums of channels that begin at block Channel / 16 as codes; only the first Valid are stored.
template <finish_rules Rules, int Valid, class V, class P>
ETCH_GLUE void finish_block(std::int8_t* y, typename V::sums* sums, const P& p, int channel) {
  constexpr int vectors = block / V::count;
  alignas(64) std::uint32_t all[block];
  if constexpr (Rules.how == finish_rules::kind::one_by_one) {
    unroll<vectors>(
        [&]<int I>() __attribute__((always_inline)) { store_vector(all + I * V::count, sums[I]); });
    for (int o = 0; o < Valid; ++o) y[o] = p(static_cast<std::int32_t>(all[o]), channel + o);
  } else {
    limits<std::int8_t> l{};
    if constexpr (Rules.how == finish_rules::kind::by_shift) {
      constexpr std::uint32_t half = std::uint32_t{1} << (Rules.shift - 1);
      l = {p.low, p.high};
      unroll<vectors>([&]<int I>() __attribute__((always_inline)) {
        const auto up = sums[I] + half;
        store_vector(all + I * V::count, reinterpret_cast<typename V::numbers>(up) >> Rules.shift);
      });
    } else {
      const factor_block& f = p.factors[Rules.per_channel ? channel / block : 0];
      const auto zero = static_cast<std::uint32_t>(p.each.zero);
      l = {p.each.low, p.each.high};
      unroll<vectors>([&]<int I>() __attribute__((always_inline)) {
        store_vector(all + I * V::count,
                     scaled<V, Rules.any_left>(sums[I], f, I * V::count) + zero);
      });
    }
    const __m128i codes = saturated(all, l);
    if constexpr (Valid == block) {
      store_vector(y, codes);
    } else {
      std::int8_t some[block];
      store_vector(some, codes);
      __builtin_memcpy(y, some, Valid);
    }
  }
}

#endif

}  // namespace x86
}  // namespace etch::inline ETCH_ABI
