// What conv2d and dense on f32 by xsimd share: vectors for tiles of pixels x filters.
#pragma once

#include <etch/kernel/layer/float_tiles.hpp>
#include <etch/kernel/xsimd/vectors.hpp>

namespace ETCH_NAMESPACE {
namespace vectors {

/// Vectors of xsimd for float_tiles.hpp.
template <int Lanes>
struct float_vectors {
  using type = part<float, 4 * Lanes>;
  static constexpr int width = Lanes;

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
  ETCH_GLUE static type plus_product(const type& sum, const type& a, const type& b) {
    return vectors::plus_product(sum, a, b);
  }
  ETCH_GLUE static type plus_product(const type& sum, const type& a, float x) {
    return vectors::plus_product(sum, a, type(x));
  }
  ETCH_GLUE static type clamped(const type& x, limits<float> l) { return vectors::clamped(x, l); }
};
/// Floats of the vectors for so many filters: of the widest that leave a quarter of padding at
/// most, or of those of four.
constexpr int lanes_for_filters(int count) {
  int width = lanes<float>;
  while (width > 4 && !fills_blocks(count, width)) width /= 2;
  return width;
}
/// The same for the filters of a layer: where groups have them, of the narrowest that take them at
/// once, or of the widest.
constexpr int lanes_for_layer(const window_geometry& g) {
  if (g.groups == 1) return lanes_for_filters(g.oc);
  int width = lanes<float>;
  while (width > 4 && g.oc / g.groups <= width / 2) width /= 2;
  return width;
}
/// The same for channels, which the last vector may share with the one before.
constexpr int lanes_for_channels(int count) {
  int width = lanes<float>;
  while (width > 4 && count < width) width /= 2;
  return width;
}

/// Constants P from a multiple of Bytes on, where that makes them a 64th larger at most: of loads
/// of 64 bytes elsewhere each takes two lines of the cache.
template <class P, int Bytes>
struct alignas(Bytes) whole_lines : P {};
template <int Bytes, class P>
constexpr auto align_constants(const P& p) {
  constexpr int size = sizeof(P);
  if constexpr (round_up(size, Bytes) - size <= size / 64) return whole_lines<P, Bytes>{p};
  else return p;
}

/// Base of kernel K, which runs Op.
template <class K, class Op>
struct tile_kernel : float_kernel<K, Op> {
  static constexpr bool fuses = ETCH_HAS_FMA == 1;
  static constexpr bool fills(const window_geometry&) { return true; }
  /// Filters that are summed together: up to four vectors, of a single pixel up to eight, as many
  /// as leave no rest where that can be.
  static constexpr int block(const window_geometry& g) {
    const int width = lanes_for_layer(g);
    int count = g.ow == 1 ? 8 : (registers == 32 ? 4 : 2);
    while (count > 1 && g.oc / g.groups % (count * width) != 0) count /= 2;
    return count * width;
  }
  template <class C>
  static constexpr auto pack() {
    using base = float_kernel<K, Op>;
    constexpr int width = lanes_for_filters(base::template geometry_of<C>.oc);
    return align_constants<width* static_cast<int>(sizeof(float))>(base::template pack<C>());
  }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    require_xsimd<A>();
    // Sums take three registers of four.
    constexpr int width = lanes_for_layer(tile_kernel::template geometry_of<C>);
    tile_kernel::template run_tiles<float_vectors<width>, registers / 4 * 3 * width, C>(a, rows);
  }

 private:
  static constexpr int registers = ETCH_HAS_NEON || ETCH_HAS_AVX512 ? 32 : 16;
};

}  // namespace vectors
}  // namespace ETCH_NAMESPACE
