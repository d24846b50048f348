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

/// A factor of codes as factors of 16 bits of 256 and of 257 times the code.
struct factor_of_bytes {
  static constexpr std::int32_t most = 513 * (INT16_MAX - 130);
  std::int32_t by_256, by_257;
  constexpr explicit factor_of_bytes(std::int32_t m)
      : by_257(m / 513 + static_cast<std::int8_t>(m - m / 513)) {
    by_256 = (m - 257 * by_257) / 256;
  }
};

/// A kernel by products that takes calls of Base whose factors are such.
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
      const factors<V, T> f(s);
      for (; i + V::bytes <= count; i += V::bytes) {
        const auto p = V::load(a + i), q = V::load(b + i);
        V::store(y + i, x86::pack_as<V, T>(pairs<Shift, Whole, V>(V::zip_low_8(p, q), f, s),
                                           pairs<Shift, Whole, V>(V::zip_high_8(p, q), f, s)));
      }
    };
    by(x86::widest_vectors{});
    if constexpr (x86::widest_vectors::bytes > 16) by(x86::sse2_vectors{});
    for (; i < count; ++i) y[i] = s(a[i], b[i]);
  }

 private:
  /// The factors of a and b, those of 256 times the code and of 257 times, side by side in each
  /// lane; `start` less what products have of the 128 that codes, or their lower bytes, lie apart.
  template <class V, class T>
  struct factors {
    typename V::vector by_256, by_257, start;
    typename V::vector signs = V::all_32(-0x7f7f7f80), upper_bytes = V::all_16(-0x100);
    explicit factors(const short_sum<T>& s) {
      const x86::factor_of_bytes a(s.multiplier[0]), b(s.multiplier[1]);
      by_256 = pair(a.by_256, b.by_256);
      by_257 = pair(a.by_257, b.by_257);
      const std::int32_t whole = is_signed<T> ? 0 : s.multiplier[0] + s.multiplier[1];
      start =
          V::all_32(integer_arithmetic::multiply_add(s.start, 128, whole - a.by_257 - b.by_257));
    }
    static typename V::vector pair(int a, int b) {
      const std::uint32_t low = static_cast<std::uint32_t>(a) & 0xffff;
      return V::all_32(static_cast<std::int32_t>(low | static_cast<std::uint32_t>(b) << 16));
    }
  };
  template <class T>
  static constexpr bool is_signed = static_cast<T>(-1) < 0;

  /// The sums of a0, b0, a1, b1 .., bytes, as codes of 16 bits.
  template <int Shift, bool Whole, class V, class T>
  ETCH_GLUE static typename V::vector pairs(typename V::vector bytes, const factors<V, T>& f,
                                            const short_sum<T>& s) {
    // a byte with its sign above itself without one is 257 times it and 128
    const auto other = V::bits_xor(bytes, f.signs);
    const auto with_sign = is_signed<T> ? bytes : other, without = is_signed<T> ? other : bytes;
    const auto codes = V::pack_32(sums<Shift, V>(V::zip_low_8(without, with_sign), f),
                                  sums<Shift, V>(V::zip_high_8(without, with_sign), f));
    return Whole ? codes : V::clamp_16(codes, s.low, s.high);
  }
  /// The same of such 16-bit numbers, in 32 bits, not yet saturated.
  template <int Shift, class V, class T>
  ETCH_GLUE static typename V::vector sums(typename V::vector in_257, const factors<V, T>& f) {
    const auto in_256 = V::bits_and(in_257, f.upper_bytes);
    return V::template shift_right_by<Shift>(
        V::add_pairs(V::add_pairs(f.start, in_257, f.by_257), in_256, f.by_256));
  }
#endif
};

}  // namespace ETCH_NAMESPACE
