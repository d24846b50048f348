// add of int8 codes, a vector at a time, by PMADDWD, where one product of each code is known to
// give the codes of the generic kernel.
//
// Needs: SSE2; logical order; affine int8 codes of which none is a constant; formats and limits
// whose sum two products prove to be (sum_by_products). Reads: a, b (N,H,W,C). Writes: y (N,H,W,C),
// which may be a or b.
#pragma once

#include <etch/kernel/layer/add_of_bytes.hpp>
#include <etch/kernel/x86_64/byte_vectors.hpp>

namespace ETCH_NAMESPACE {

/// add of affine int8 codes.
struct add_s8_s8_s8_pmaddwd : add_of_bytes_by_products<add_s8_s8_s8_pmaddwd> {
  static constexpr const char* name = "add_s8_s8_s8_pmaddwd";
  static constexpr bool is_available = ETCH_HAS_X86;

#if ETCH_HAS_X86
  template <int Shift, bool Whole, class T>
  ETCH_KERNEL static void adds(T* y, const T* a, const T* b, int count, const short_sum<T>& s) {
    int i = 0;
    const auto by = [&]<class V>(V) __attribute__((always_inline)) {
      const factors<V> f(s);
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
  /// Both multipliers as 2^15 upper + lower, side by side in each lane.
  template <class V>
  struct factors {
    typename V::vector upper, lower, start;
    template <class T>
    explicit factors(const short_sum<T>& s) : start(V::all_32(s.start)) {
      const auto above = [&](int i) { return (s.multiplier[i] + (1 << 14)) >> 15; };
      const auto below = [&](int i) { return s.multiplier[i] - above(i) * (1 << 15); };
      upper = pair(above(0), above(1));
      lower = pair(below(0), below(1));
    }
    static typename V::vector pair(int a, int b) {
      const std::uint32_t low = static_cast<std::uint32_t>(a) & 0xffff;
      return V::all_32(static_cast<std::int32_t>(low | static_cast<std::uint32_t>(b) << 16));
    }
  };
  /// The sums of a0, b0, a1, b1 .., bytes, as codes of 16 bits.
  template <int Shift, bool Whole, class V, class T>
  ETCH_GLUE static typename V::vector pairs(typename V::vector bytes, const factors<V>& f,
                                            const short_sum<T>& s) {
    const auto codes = V::pack_32(sums<Shift>(x86::low_in_16<V, T>(bytes), f),
                                  sums<Shift>(x86::high_in_16<V, T>(bytes), f));
    return Whole ? codes : V::clamp_16(codes, s.low, s.high);
  }
  /// The same of 16-bit numbers, in 32 bits, not yet saturated.
  template <int Shift, class V>
  ETCH_GLUE static typename V::vector sums(typename V::vector numbers, const factors<V>& f) {
    const auto zero = V::all_32(0);
    const auto upper = V::template shift_left_by<15>(V::add_pairs(zero, numbers, f.upper));
    const auto lower = V::add_pairs(f.start, numbers, f.lower);
    return V::template shift_right_by<Shift>(V::add_32(upper, lower));
  }
#endif
};

}  // namespace ETCH_NAMESPACE
