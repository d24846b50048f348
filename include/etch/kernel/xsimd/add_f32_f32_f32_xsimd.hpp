// add of f32.
//
// Needs: xsimd; logical order; values of the same shape.
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/xsimd/vectors.hpp>
#include <etch/op/add.hpp>

namespace ETCH_NAMESPACE {

/// add of f32 by vectors.
struct add_f32_f32_f32_xsimd : kernel_base {
  using op = ops::add;
  static constexpr const char* name = "add_f32_f32_f32_xsimd";

  template <class C>
  static constexpr bool accepts = [] {
    constexpr int size = C::template out<>::is.shape.size();
    return vectors::has_floats<typename C::template out<>> && vectors::in_order<C> &&
           in_logical_order<typename C::template in<1>::layout> &&
           C::template in<0>::is.shape.size() == size && C::template in<1>::is.shape.size() == size;
  }();
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_XSIMD
    constexpr extents e = C::template out<>::is.shape;
    constexpr int row = e.w() * e.c();
    const int first = rows.first * row;
    sums(a.template out<0>() + first, a.template in<0>() + first, a.template in<1>() + first,
         rows.count * row, output_limits<C>());
#else
    static_assert(sizeof(A) == 0,
                  "add_f32_f32_f32_xsimd: define ETCH_USE_XSIMD and have xsimd/xsimd.hpp");
#endif
  }

#if ETCH_HAS_XSIMD
 private:
  ETCH_KERNEL static void sums(float* y, const float* a, const float* b, int count,
                               limits<float> l) {
    using vectors::vector, vectors::lanes;
    int i = 0;
    for (; i + lanes<float> <= count; i += lanes<float>) {
      const auto sum = vector<float>::load_unaligned(a + i) + vector<float>::load_unaligned(b + i);
      vectors::clamped<float>(sum, l).store_unaligned(y + i);
    }
    for (; i < count; ++i) y[i] = clamp(a[i] + b[i], l.low, l.high);
  }
#endif
};

}  // namespace ETCH_NAMESPACE
