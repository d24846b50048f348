// add of f32 values of the same shape, in logical order.
#pragma once

#include <etch/kernel/xsimd/vectors.hpp>
#include <etch/op/add.hpp>

namespace ETCH_NAMESPACE {

/// add of f32 by vectors.
struct add_f32_f32_f32_xsimd : vectors::xsimd_kernel<add_f32_f32_f32_xsimd, ops::add> {
  static constexpr const char* name = "add_f32_f32_f32_xsimd";

  template <class C>
  static constexpr bool accepts = [] {
    constexpr int size = C::template out<>::is.shape.size();
    return vectors::in_order<C, float> && in_logical_order<typename C::template in<1>::layout> &&
           C::template in<0>::is.shape.size() == size && C::template in<1>::is.shape.size() == size;
  }();
  template <class C, class A>
  static void compute(const A& a, row_block rows) {
    call_on_rows<C>(a, rows, [](float* y, const float* left, const float* right, int count) {
      add_elements(y, left, right, count, output_limits<C>());
    });
  }

 private:
  ETCH_KERNEL static void add_elements(float* y, const float* a, const float* b, int count,
                                       limits<float> l) {
    vectors::make_elements(y, count, [&]<class V>(int i) __attribute__((always_inline)) {
      return vectors::clamped(V(vectors::load<V>(a + i) + vectors::load<V>(b + i)), l);
    });
  }
};

}  // namespace ETCH_NAMESPACE
