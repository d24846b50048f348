// Vectors of xsimd, as wide as the compiler's flags allow, on x86-64 and AArch64.
//
// Kernels on f32 keep the order in which the generic ones add, and multiply and add in two steps:
// they equal them bit for bit where the compiler fuses neither (-ffp-contract=off); elsewhere
// max|a-b| <= 1e-5 max|b|.
#pragma once

#include <cstdint>

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/kernel/layer/unroll.hpp>

#if ETCH_HAS_XSIMD
#include <xsimd/xsimd.hpp>
#endif

namespace ETCH_NAMESPACE {
namespace vectors {

/// Whether value V (a typed_value) holds T's: f32, or codes of 8 or 9 to 16 bits.
template <class V, class T>
inline constexpr bool holds =
    holds_codes_of<V, T> && (is_q(V::is.number) || is_scaled(V::is.number));
template <class V>
inline constexpr bool holds<V, float> = is_f32(V::is.number);

/// Whether input 0 and the output of call C are in logical order, and the output holds T's.
template <class C, class T>
inline constexpr bool in_order =
    holds<typename C::template out<>, T> && in_logical_order<typename C::template in<0>::layout> &&
    in_logical_order<typename C::template out<>::layout>;

/// A vector of T's and how many it has. Without xsimd it is one T, so that kernels parse.
#if ETCH_HAS_XSIMD
template <class T>
using vector = xsimd::batch<T>;
template <class T>
inline constexpr int lanes = static_cast<int>(vector<T>::size);
#if ETCH_X86_LEVEL >= 3
/// Vectors of T's of so many bytes: the widest, or a part of one.
template <class T, int Bytes>
using part =
    element_t<list<xsimd::batch<T, xsimd::sse4_2>, xsimd::batch<T, xsimd::avx2>, vector<T>>,
              Bytes == lanes<T>* static_cast<int>(sizeof(T)) ? 2 : Bytes / 32>;
#else
template <class T, int>
using part = vector<T>;
#endif
#else
template <class T>
using vector = T;
template <class T>
inline constexpr int lanes = 1;
template <class T, int>
using part = T;
#endif

/// V, a vector or a scalar, from memory, and to it.
template <class V, class T>
ETCH_GLUE V load(const T* from) {
  if constexpr (__is_same(V, T)) return *from;
  else return V::load_unaligned(from);
}
template <class V, class T>
ETCH_GLUE void store(T* to, const V& x) {
  if constexpr (__is_same(V, T)) *to = x;
  else x.store_unaligned(to);
}

/// b > a ? b : a, b < a ? b : a, and a / b to the last bit: a where one of them is no number.
template <class V>
ETCH_GLUE V larger(const V& a, const V& b) {
  return maximum(a, b);
}
template <class V>
ETCH_GLUE V smaller(const V& a, const V& b) {
  return minimum(a, b);
}
template <class V>
ETCH_GLUE V quotient(const V& a, const V& b) {
  return a / b;
}

#if ETCH_HAS_XSIMD

// The intrinsics behind AVX-512's max and min make g++ 12 warn.
template <class T, class A>
ETCH_GLUE xsimd::batch<T, A> larger(const xsimd::batch<T, A>& a, const xsimd::batch<T, A>& b) {
  if constexpr (ETCH_HAS_AVX512) return xsimd::select(b > a, b, a);
  else return xsimd::max(b, a);
}
template <class T, class A>
ETCH_GLUE xsimd::batch<T, A> smaller(const xsimd::batch<T, A>& a, const xsimd::batch<T, A>& b) {
  if constexpr (ETCH_HAS_AVX512) return xsimd::select(b < a, b, a);
  else return xsimd::min(b, a);
}
#if ETCH_HAS_NEON
// xsimd 8.1 approximates the quotient.
ETCH_GLUE vector<float> quotient(const vector<float>& a, const vector<float>& b) {
  return vdivq_f32(a, b);
}
#endif

#endif

/// sum + a b in one rounding; xsimd may make two of it.
template <class V>
ETCH_GLUE V plus_product(const V& sum, const V& a, const V& b) {
  constexpr int count = sizeof(V) / sizeof(float);
  if constexpr (count == 1) return fused_single_arithmetic::multiply_add(sum, a, b);
#if ETCH_HAS_XSIMD && ETCH_HAS_NEON
  else return V(vfmaq_f32(sum, a, b));
#elif ETCH_HAS_XSIMD && ETCH_HAS_FMA
  else if constexpr (count == 4) return V(_mm_fmadd_ps(a, b, sum));
  else if constexpr (count == 8) return V(_mm256_fmadd_ps(a, b, sum));
#if ETCH_HAS_AVX512
  else return V(_mm512_fmadd_ps(a, b, sum));
#endif
#endif
}

template <class V, class T>
ETCH_GLUE V clamped(const V& x, limits<T> l) {
  return smaller(larger(x, V(l.low)), V(l.high));
}

/// Count elements of y: f.operator()<V>(i) makes those from i on, as many as V has.
template <class T, class F>
ETCH_GLUE void make_elements(T* y, int count, const F& f) {
  constexpr int widest = lanes<T> * static_cast<int>(sizeof(T));
  int i = 0;
  const auto make = [&]<class V>() __attribute__((always_inline)) {
    constexpr int width = sizeof(V) / sizeof(T);
    for (; i + width <= count; i += width) {
      vectors::store(y + i, f.template operator()<V>(i));  // xsimd has another store
    }
  };
  make.template operator()<vector<T>>();
  if constexpr (widest > 32) make.template operator()<part<T, 32>>();
  if constexpr (widest > 16) make.template operator()<part<T, 16>>();
  make.template operator()<T>();
}

/// Refuses a network with arguments A where this compilation has no xsimd.
template <class A>
constexpr void require_xsimd() {
  static_assert(ETCH_HAS_XSIMD || sizeof(A) == 0,
                "kernels by xsimd need xsimd/xsimd.hpp, and no ETCH_USE_XSIMD=0");
}
/// Base of kernel K, which runs Op by K::compute<C>(a, rows).
template <class K, class Op>
struct xsimd_kernel : kernel_base {
  using op = Op;

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    require_xsimd<A>();
    K::template compute<C>(a, rows);
  }
};

}  // namespace vectors
}  // namespace ETCH_NAMESPACE
