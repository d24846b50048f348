// max_pool of f32 and of codes of 8 or 16 bits in hwc whose channels fill 16 bytes, a vector at a
// time.
#pragma once

#include <etch/kernel/xsimd/pools.hpp>
#include <etch/op/max_pool.hpp>

namespace ETCH_NAMESPACE {
namespace vectors {

/// Base of kernel K, max_pool of T's.
template <class K, class T>
struct max_pool_kernel : pool_kernel<K, ops::max_pool, T> {
  template <class C>
  static constexpr bool accepts =
      C::attributes.least == 0 && pool_kernel<K, ops::max_pool, T>::template accepts<C>;
  template <window_geometry G, class V>
  ETCH_GLUE static V pooled(const T* x, const window_cells& in, limits<T> l) {
    V best(l.low);
    for_each_cell<G>(in, [&](int at, int) __attribute__((always_inline)) {
      best = larger(best, load<V>(x + at));
    });
    return smaller(best, V(l.high));
  }
};

}  // namespace vectors

/// max_pool of f32 by vectors.
struct max_pool_f32_f32_xsimd : vectors::max_pool_kernel<max_pool_f32_f32_xsimd, float> {
  static constexpr const char* name = "max_pool_f32_f32_xsimd";
};
/// max_pool of 8-bit codes by vectors.
struct max_pool_s8_s8_xsimd : vectors::max_pool_kernel<max_pool_s8_s8_xsimd, std::int8_t> {
  static constexpr const char* name = "max_pool_s8_s8_xsimd";
};
/// max_pool of unsigned 8-bit codes by vectors.
struct max_pool_u8_u8_xsimd : vectors::max_pool_kernel<max_pool_u8_u8_xsimd, std::uint8_t> {
  static constexpr const char* name = "max_pool_u8_u8_xsimd";
};
/// max_pool of codes of 9 to 16 bits by vectors.
struct max_pool_s16_s16_xsimd : vectors::max_pool_kernel<max_pool_s16_s16_xsimd, std::int16_t> {
  static constexpr const char* name = "max_pool_s16_s16_xsimd";
};

}  // namespace ETCH_NAMESPACE
