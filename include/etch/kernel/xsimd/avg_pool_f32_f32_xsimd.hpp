// avg_pool of f32 in hwc with at least 4 channels, a vector of them at a time, in the order of the
// generic kernel.
#pragma once

#include <etch/kernel/xsimd/pools.hpp>
#include <etch/op/avg_pool.hpp>

namespace ETCH_NAMESPACE {

/// avg_pool of f32 by vectors.
struct avg_pool_f32_f32_xsimd : vectors::pool_kernel<avg_pool_f32_f32_xsimd, ops::avg_pool, float> {
  static constexpr const char* name = "avg_pool_f32_f32_xsimd";

  template <window_geometry G, class V>
  ETCH_GLUE static V pooled(const float* x, const window_cells& in, limits<float> l) {
    V sum(0.0F);
    for_each_cell<G>(in, [&](int at, int) __attribute__((always_inline)) {
      sum = sum + vectors::load<V>(x + at);
    });
    const V count(static_cast<float>((in.bottom - in.top) * (in.right - in.left)));
    return vectors::clamped(vectors::quotient(sum, count), l);
  }
};

}  // namespace ETCH_NAMESPACE
