// What conv2d and dense on f32 by xsimd share: vectors for tiles of pixels x 16 filters.
#pragma once

#include <etch/kernel/layer/float_tiles.hpp>
#include <etch/kernel/xsimd/vectors.hpp>

namespace ETCH_NAMESPACE {
namespace vectors {

/// Vectors of xsimd for float_tiles.hpp.
struct float_vectors {
  using type = vector<float>;
  static constexpr int width = lanes<float>;

  ETCH_GLUE static type zero() { return type(0.0F); }
  ETCH_GLUE static type load(const float* from) { return vectors::load<type>(from); }
  template <int Count>
  ETCH_GLUE static void store(float* to, const type& x) {
    if constexpr (Count == width) {
      vectors::store(to, x);
    } else {
      float all[width];
      vectors::store(all, x);
      __builtin_memcpy(to, all, Count * sizeof(float));
    }
  }
  ETCH_GLUE static type times(const type& a, float x) { return a * type(x); }
  ETCH_GLUE static type plus(const type& a, const type& b) { return a + b; }
  ETCH_GLUE static type clamped(const type& x, limits<float> l) { return vectors::clamped(x, l); }
};

/// Base of kernel K, which runs Op.
template <class K, class Op>
struct tile_kernel : float_kernel<K, Op> {
  /// Filters that are summed together.
  static constexpr int block(const window_geometry&) { return 16; }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    require_xsimd<A>();
    // As many sums as half of the registers hold.
    constexpr int registers = ETCH_HAS_NEON || ETCH_HAS_AVX512 ? 32 : 16;
    tile_kernel::template run_tiles<float_vectors, registers / 2 * lanes<float>, C>(a, rows);
  }
};

}  // namespace vectors
}  // namespace ETCH_NAMESPACE
