// What conv2d and dense on f32 by xsimd share: vectors for tiles of pixels x 16 filters.
#pragma once

#include <etch/kernel/layer/float_tiles.hpp>
#include <etch/kernel/xsimd/vectors.hpp>

namespace ETCH_NAMESPACE {
namespace vectors {

/// Filters that are summed together.
inline constexpr int filter_block = 16;

#if ETCH_HAS_XSIMD

/// Vectors of xsimd for float_tiles.hpp.
struct float_vectors {
  using type = vector<float>;
  static constexpr int width = lanes<float>;

  ETCH_GLUE static type zero() { return type(0.0F); }
  ETCH_GLUE static type load(const float* from) { return type::load_unaligned(from); }
  template <int Count>
  ETCH_GLUE static void store(float* to, const type& x) {
    if constexpr (Count == width) {
      x.store_unaligned(to);
    } else {
      float all[width];
      x.store_unaligned(all);
      __builtin_memcpy(to, all, Count * sizeof(float));
    }
  }
  ETCH_GLUE static type times(const type& a, float x) { return a * type(x); }
  ETCH_GLUE static type plus(const type& a, const type& b) { return a + b; }
  ETCH_GLUE static type clamped(const type& x, limits<float> l) {
    return vectors::clamped<float>(x, l);
  }
};

#endif

/// Runs kernel K for call C with window geometry G.
template <class K, class C, window_geometry G, class A>
void run_floats([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_XSIMD
  // As many sums as half of the registers hold.
  constexpr int registers = ETCH_HAS_NEON || ETCH_HAS_AVX512 ? 32 : 16;
  constexpr int pixels = minimum(registers * lanes<float> / (2 * filter_block), 8);
  float_rows<float_vectors, G, filter_block, pixels>(a.template out<0>(), a.template in<0>(),
                                                     packed<K, C>, output_limits<C>(), rows);
#else
  static_assert(sizeof(A) == 0, "kernels by xsimd: define ETCH_USE_XSIMD and have xsimd/xsimd.hpp");
#endif
}

}  // namespace vectors
}  // namespace ETCH_NAMESPACE
