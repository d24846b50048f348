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

/// Whether value V (a typed_value) holds f32.
template <class V>
inline constexpr bool has_floats = is_f32(V::is.number);

/// Whether input 0 and the output of call C are in logical order.
template <class C>
inline constexpr bool in_order = in_logical_order<typename C::template in<0>::layout> &&
                                 in_logical_order<typename C::template out<>::layout>;

#if ETCH_HAS_XSIMD

template <class T>
using vector = xsimd::batch<T>;
template <class T>
inline constexpr int lanes = static_cast<int>(vector<T>::size);

/// b > a ? b : a as maximum() of scalars, and a > b ? b : a: a where one of them is no number. The
/// intrinsics behind AVX-512's max and min make g++ 12 warn.
template <class V>
ETCH_GLUE V larger(const V& a, const V& b) {
  if constexpr (ETCH_HAS_AVX512) return xsimd::select(b > a, b, a);
  else return xsimd::max(b, a);
}
template <class V>
ETCH_GLUE V smaller(const V& a, const V& b) {
  if constexpr (ETCH_HAS_AVX512) return xsimd::select(b < a, b, a);
  else return xsimd::min(b, a);
}
template <class T>
ETCH_GLUE vector<T> clamped(const vector<T>& x, limits<T> l) {
  return smaller(larger(x, vector<T>(l.low)), vector<T>(l.high));
}

/// a / b to the last bit: on AArch64 xsimd 8.1 approximates the quotient.
ETCH_GLUE vector<float> quotient(const vector<float>& a, const vector<float>& b) {
#if ETCH_HAS_NEON
  return vdivq_f32(a, b);
#else
  return a / b;
#endif
}

/// y = f(x) for count elements: f takes vectors and, for the rest, scalars.
template <class T, class F>
ETCH_GLUE void map(T* y, const T* x, int count, const F& f) {
  int i = 0;
  for (; i + lanes<T> <= count; i += lanes<T>) {
    f(vector<T>::load_unaligned(x + i)).store_unaligned(y + i);
  }
  for (; i < count; ++i) y[i] = f(x[i]);
}

template <class T>
struct clamp_of {
  limits<T> l;
  ETCH_GLUE vector<T> operator()(const vector<T>& x) const { return clamped<T>(x, l); }
  ETCH_GLUE T operator()(T x) const { return clamp(x, l.low, l.high); }
};

template <class T>
ETCH_KERNEL void clamp_elements(T* y, const T* x, int count, limits<T> l) {
  map(y, x, count, clamp_of<T>{l});
}

#endif

/// Base of the kernels that run relu on T's: y = clamp(x).
template <class Op, class T>
struct clamp_kernel : kernel_base {
  using op = Op;

  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_XSIMD
    constexpr extents e = C::template out<>::is.shape;
    constexpr int row = e.w() * e.c();
    const int first = rows.first * row;
    clamp_elements<T>(a.template out<0>() + first, a.template in<0>() + first, rows.count * row,
                      output_limits<with_activation<C, activation::relu>>());
#else
    static_assert(sizeof(A) == 0,
                  "kernels by xsimd: define ETCH_USE_XSIMD and have xsimd/xsimd.hpp");
#endif
  }
};

}  // namespace vectors
}  // namespace ETCH_NAMESPACE
