// add of int8 codes, a vector at a time, by PMADDWD, where one product of each code is known to
// give the codes of the generic kernel.
//
// Needs: SSE2; logical order; affine int8 codes of which none is a constant; formats and limits
// whose sum two products by factors below 2^24 prove to be (sum_by_products). Reads: a, b
// (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/layer/add_of_bytes.hpp>
#include <etch/kernel/x86_64/byte_vectors.hpp>

namespace ETCH_NAMESPACE {

namespace x86 {

/// A factor of signed codes as factors of 16 bits of 256 and of 257 times the code.
struct factor_of_bytes {
  static constexpr std::int32_t most = std::int32_t{513} * (INT16_MAX - 130);
  std::int32_t by_256, by_257;
  constexpr explicit factor_of_bytes(std::int32_t m)
      : by_257(m / 513 + static_cast<std::int8_t>(m - m / 513)) {
    by_256 = (m - 257 * by_257) / 256;
  }
};

/// A kernel by products that takes those calls of Base of signed codes whose factors are such.
template <class Base>
struct by_factors_of_bytes : Base {
  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (Base::template accepts<C>) {
      for (const std::int32_t m : Base::template pack<C>().multiplier) {
        if (m > factor_of_bytes::most || m < -factor_of_bytes::most) return false;
      }
      return true;
    } else {
      return false;
    }
  }();
};

#if ETCH_HAS_X86
/// Two factors side by side in each lane.
template <class V>
ETCH_GLUE typename V::vector factors_in_lanes(std::int32_t a, std::int32_t b) {
  const std::uint32_t low = static_cast<std::uint32_t>(a) & 0xffff;
  return V::all_32(static_cast<std::int32_t>(low | static_cast<std::uint32_t>(b) << 16));
}

/// The sums of a0, b0, a1, b1 .., bytes of T, as codes of 16 bits: signed ones.
template <class V, class T>
struct sums_of_bytes {
  using vector = typename V::vector;
  vector by_256, by_257, start;
  vector signs = V::all_32(-0x7f7f7f80), upper_bytes = V::all_16(-0x100);

  ETCH_GLUE explicit sums_of_bytes(const short_sum<T>& s) {
    const factor_of_bytes a(s.multiplier[0]), b(s.multiplier[1]);
    by_256 = factors_in_lanes<V>(a.by_256, b.by_256);
    by_257 = factors_in_lanes<V>(a.by_257, b.by_257);
    start = V::all_32(integer_arithmetic::multiply_add(s.start, -128, a.by_257 + b.by_257));
  }
  template <int Shift>
  ETCH_GLUE vector codes(vector bytes) const {
    // a byte above itself without its sign is 257 times it and 128
    const vector without = V::bits_xor(bytes, signs);
    return V::pack_32(sums<Shift>(V::zip_low_8(without, bytes)),
                      sums<Shift>(V::zip_high_8(without, bytes)));
  }

 private:
  template <int Shift>
  ETCH_GLUE vector sums(vector in_257) const {
    const vector in_256 = V::bits_and(in_257, upper_bytes);
    return V::template shift_right_by<Shift>(
        V::add_pairs(V::add_pairs(start, in_257, by_257), in_256, by_256));
  }
};
/// Those without a sign, by factors of 2^15 upper + lower.
template <class V>
struct sums_of_bytes<V, std::uint8_t> {
  using vector = typename V::vector;
  vector upper, lower, start;

  ETCH_GLUE explicit sums_of_bytes(const short_sum<std::uint8_t>& s) : start(V::all_32(s.start)) {
    const auto above = [&](int i) { return (s.multiplier[i] + (1 << 14)) >> 15; };
    const auto below = [&](int i) { return s.multiplier[i] - above(i) * (1 << 15); };
    upper = factors_in_lanes<V>(above(0), above(1));
    lower = factors_in_lanes<V>(below(0), below(1));
  }
  template <int Shift>
  ETCH_GLUE vector codes(vector bytes) const {
    return V::pack_32(sums<Shift>(V::zip_low_8(bytes, V::zero())),
                      sums<Shift>(V::zip_high_8(bytes, V::zero())));
  }

 private:
  template <int Shift>
  ETCH_GLUE vector sums(vector numbers) const {
    const vector above = V::template shift_left_by<15>(V::add_pairs(V::all_32(0), numbers, upper));
    return V::template shift_right_by<Shift>(V::add_32(above, V::add_pairs(start, numbers, lower)));
  }
};
#endif

}  // namespace x86

/// add of affine int8 codes.
struct add_s8_s8_s8_pmaddwd
    : x86::by_factors_of_bytes<add_of_bytes_by_products<add_s8_s8_s8_pmaddwd>> {
  static constexpr const char* name = "add_s8_s8_s8_pmaddwd";
  static constexpr bool is_available = ETCH_HAS_X86;

#if ETCH_HAS_X86
  template <int Shift, bool Whole, class T>
  ETCH_KERNEL static void adds(T* y, const T* a, const T* b, int count, const short_sum<T>& s) {
    int i = 0;
    const auto by = [&]<class V>(V) __attribute__((always_inline)) {
      const x86::sums_of_bytes<V, T> sums(s);
      const auto codes = [&](typename V::vector bytes) __attribute__((always_inline)) {
        const auto all = sums.template codes<Shift>(bytes);
        return Whole ? all : V::clamp_16(all, s.low, s.high);
      };
      for (; i + V::bytes <= count; i += V::bytes) {
        const auto p = V::load(a + i), q = V::load(b + i);
        V::store(y + i, x86::pack_as<V, T>(codes(V::zip_low_8(p, q)), codes(V::zip_high_8(p, q))));
      }
    };
    by(x86::widest_vectors{});
    if constexpr (x86::widest_vectors::bytes > 16) by(x86::sse2_vectors{});
    for (; i < count; ++i) y[i] = s(a[i], b[i]);
  }
#endif
};

}  // namespace ETCH_NAMESPACE
