// add of codes of 8 to 16 bits that all count the same unit from 0, a vector at a time, by PADDSB
// or PADDSW.
//
// Needs: SSE2; logical order; no constants; q formats of equal fraction bits, or affine ones of
// equal scales without zero points. Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or
// b.
#pragma once

#include <etch/kernel/layer/plain_sums.hpp>
#include <etch/kernel/x86_64/byte_vectors.hpp>

namespace ETCH_NAMESPACE {

namespace x86 {

/// Sums and differences of vectors of codes.
struct by_saturating_vectors {
  static constexpr bool is_available = ETCH_HAS_X86;

#if ETCH_HAS_X86
  template <int Sign, bool Whole, class T>
  ETCH_KERNEL static void sums(T* y, const T* a, const T* b, int count, const limits<T>& l) {
    int i = 0;
    const auto by = [&]<class V>(V) __attribute__((always_inline)) {
      constexpr int lanes = V::bytes / static_cast<int>(sizeof(T));
      const auto whole = [&](int k) __attribute__((always_inline)) {
        const auto codes = sum<V, Sign, sizeof(T)>(V::load(a + k), V::load(b + k));
        V::store(y + k, Whole ? codes : clamped<V>(codes, l));
      };
      for (; i + 4 * lanes <= count; i += 4 * lanes)
        whole(i), whole(i + lanes), whole(i + 2 * lanes), whole(i + 3 * lanes);
      for (; i + lanes <= count; i += lanes) whole(i);
    };
    by(widest_vectors{});
    if constexpr (widest_vectors::bytes > 16) by(sse2_vectors{});
    for (; i < count; ++i)
      y[i] = static_cast<T>(clamp<std::int32_t>(a[i] + Sign * b[i], l.low, l.high));
  }

 private:
  template <class V, int Sign, int Size>
  ETCH_GLUE static typename V::vector sum(typename V::vector a, typename V::vector b) {
    if constexpr (Size == 1)
      return Sign > 0 ? V::add_saturating_8(a, b) : V::sub_saturating_8(a, b);
    else return Sign > 0 ? V::add_saturating_16(a, b) : V::sub_saturating_16(a, b);
  }
  template <class V>
  ETCH_GLUE static typename V::vector clamped(typename V::vector v, const limits<std::int8_t>& l) {
    return V::clamp_to_8(V::low_as_16(v), V::high_as_16(v), l.low, l.high);
  }
  template <class V>
  ETCH_GLUE static typename V::vector clamped(typename V::vector v, const limits<std::int16_t>& l) {
    return V::clamp_16(v, l.low, l.high);
  }
#endif
};

}  // namespace x86

/// add of signed 8-bit codes of one unit.
struct add_s8_s8_s8_paddsb
    : plain_sum<add_s8_s8_s8_paddsb, x86::by_saturating_vectors, std::int8_t, ops::add> {
  static constexpr const char* name = "add_s8_s8_s8_paddsb";
};
/// add of codes of 9 to 16 bits of one unit.
struct add_s16_s16_s16_paddsw
    : plain_sum<add_s16_s16_s16_paddsw, x86::by_saturating_vectors, std::int16_t, ops::add> {
  static constexpr const char* name = "add_s16_s16_s16_paddsw";
};

}  // namespace ETCH_NAMESPACE
