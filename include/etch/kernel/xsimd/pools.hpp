// What the pools by xsimd share: as many channels at a time as a vector has lanes.
#pragma once

#include <etch/kernel/layer/pixels.hpp>
#include <etch/kernel/xsimd/vectors.hpp>

namespace ETCH_NAMESPACE {
namespace vectors {

/// Base of kernel K, which runs pool Op on T's: K::pooled<G, V>(x, cells, limits) is V of the
/// window whose cell (0, 0) is at x.
template <class K, class Op, class T>
struct pool_kernel : xsimd_kernel<K, Op> {
  template <class C>
  static constexpr bool accepts =
      in_order<C, T> && C::template out<>::is.shape.c() >= 16 / static_cast<int>(sizeof(T));
  template <class C, class A>
  static void compute(const A& a, row_block rows) {
    make_rows<C::attributes.at(C::inputs())>(a.template out<0>(), a.template in<0>(),
                                             output_limits<C>(), rows);
  }

 private:
  template <window_geometry G>
  ETCH_KERNEL static void make_rows(T* y,        // (N,OH,OW,C)
                                    const T* x,  // (N,H,W,C)
                                    limits<T> l, row_block rows) {
    for_each_pixel<G>(
        y, x, rows,
        [&](T* to, const T* from, const window_cells& in) __attribute__((always_inline)) {
          make_elements(to, G.c, [&]<class V>(int c) __attribute__((always_inline)) {
            return K::template pooled<G, V>(from + c, in, l);
          });
        });
  }
};

}  // namespace vectors
}  // namespace ETCH_NAMESPACE
