// mul of int8 codes, exact as TensorFlow Lite, a vector at a time: products by PMADDWD, scaled in
// 32 bits by PMULUDQ.
//
// Needs: SSE2; logical order; affine int8 codes of which none is a constant or broadcast; rounding
// tflite_double; factors of less than 1/2 and at least 2^-23. Reads: a, b (N,H,W,C). Writes: y
// (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/layer/mul_of_bytes.hpp>
#include <etch/kernel/x86_64/short_ends.hpp>

namespace ETCH_NAMESPACE {

/// mul of affine int8 codes by vectors.
struct mul_s8_s8_s8_pmuludq : mul_of_bytes<mul_s8_s8_s8_pmuludq> {
  static constexpr const char* name = "mul_s8_s8_s8_pmuludq";
  static constexpr bool is_available = ETCH_HAS_X86;

#if ETCH_HAS_X86
  template <class C>
  static constexpr auto sums_by() {
    return &products<-make_product<C>().factor.shift, decltype(make_product<C>())>;
  }

 private:
  template <int Right, class P>
  ETCH_KERNEL static void products(std::int8_t* y, const std::int8_t* a, const std::int8_t* b,
                                   int count, const P& p) {
    int i = 0;
    const auto by = [&]<class V>(V) __attribute__((always_inline)) {
      const constants<V> f(p);
      for (; i + V::bytes <= count; i += V::bytes) {
        const auto c = V::load(a + i), d = V::load(b + i);
        V::store(y + i, V::pack_16(half<Right, V>(V::low_as_16(c), V::low_as_16(d), f, p),
                                   half<Right, V>(V::high_as_16(c), V::high_as_16(d), f, p)));
      }
    };
    by(x86::widest_words{});
    if constexpr (x86::widest_words::pixels > 1) by(x86::four_words{});
    for (; i < count; ++i) y[i] = p(a[i], b[i]);
  }
  template <class V>
  struct constants {
    typename V::vector less_a, less_b, factor, zero;
    template <class P>
    explicit constants(const P& p)
        : less_a(V::all_16(static_cast<std::int16_t>(-p.in_zero[0]))),
          less_b(V::all_16(static_cast<std::int16_t>(-p.in_zero[1]))),
          factor(V::all_32(p.factor.multiplier)),
          zero(V::all_32(p.out_zero)) {}
  };
  /// The codes of 16-bit codes, in 16 bits.
  template <int Right, class V, class P>
  ETCH_GLUE static typename V::vector half(typename V::vector a, typename V::vector b,
                                           const constants<V>& f, const P& p) {
    a = V::add_16(a, f.less_a), b = V::add_16(b, f.less_b);
    const auto zero = V::zero();
    const auto four = [&](auto x, auto w) __attribute__((always_inline)) {
      const auto high = x86::multiply_high(V::add_pairs(zero, x, w), f.factor);
      return V::add_32(x86::shift_all(high, Right), f.zero);
    };
    return V::clamp_16(V::pack_32(four(V::zip_low_16(a, zero), V::zip_low_16(b, zero)),
                                  four(V::zip_high_16(a, zero), V::zip_high_16(b, zero))),
                       p.low, p.high);
  }
#endif
};

}  // namespace ETCH_NAMESPACE
