// relu of f32 and of codes of 8 or 16 bits, in logical order.
#pragma once

#include <etch/kernel/xsimd/vectors.hpp>
#include <etch/op/relu.hpp>

namespace ETCH_NAMESPACE {
namespace vectors {

/// Base of kernel K, relu of T's: y = clamp(x).
template <class K, class T>
struct relu_kernel : xsimd_kernel<K, ops::relu> {
  template <class C>
  static constexpr bool accepts = in_order<C, T>;
  template <class C, class A>
  static void compute(const A& a, row_block rows) {
    call_on_rows<C>(a, rows, [](T* y, const T* x, int count) {
      clamp_elements(y, x, count, output_limits<with_activation<C, activation::relu>>());
    });
  }

 private:
  ETCH_KERNEL static void clamp_elements(T* y, const T* x, int count, limits<T> l) {
    make_elements(y, count, [&]<class V>(int i) __attribute__((always_inline)) {
      return clamped(load<V>(x + i), l);
    });
  }
};

}  // namespace vectors

/// relu of f32 by vectors.
struct relu_f32_f32_xsimd : vectors::relu_kernel<relu_f32_f32_xsimd, float> {
  static constexpr const char* name = "relu_f32_f32_xsimd";
};
/// relu of 8-bit codes by vectors.
struct relu_s8_s8_xsimd : vectors::relu_kernel<relu_s8_s8_xsimd, std::int8_t> {
  static constexpr const char* name = "relu_s8_s8_xsimd";
};
/// relu of unsigned 8-bit codes by vectors.
struct relu_u8_u8_xsimd : vectors::relu_kernel<relu_u8_u8_xsimd, std::uint8_t> {
  static constexpr const char* name = "relu_u8_u8_xsimd";
};
/// relu of codes of 9 to 16 bits by vectors.
struct relu_s16_s16_xsimd : vectors::relu_kernel<relu_s16_s16_xsimd, std::int16_t> {
  static constexpr const char* name = "relu_s16_s16_xsimd";
};

}  // namespace ETCH_NAMESPACE
