// depthwise_conv2d on f32 in hwc with one filter a channel and at least 4 channels, a vector of
// them at a time, in the order of the generic kernel.
#pragma once

#include <etch/kernel/layer/pixels.hpp>
#include <etch/kernel/xsimd/float_rows.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d on f32 by vectors over channels.
struct depthwise_conv2d_f32_f32_f32_xsimd
    : vectors::xsimd_kernel<depthwise_conv2d_f32_f32_f32_xsimd, ops::depthwise_conv2d> {
  static constexpr const char* name = "depthwise_conv2d_f32_f32_f32_xsimd";

  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool accepts = [] {
    constexpr bool in_f32 = vectors::holds<typename C::template in<0>, float> &&
                            vectors::holds<typename C::template in<1>, float> &&
                            vectors::holds<typename C::template out<>, float>;
    return in_f32 && vectors::multiplies_floats<C>() && geometry_of<C>.c == geometry_of<C>.oc &&
           geometry_of<C>.c >= 4;
  }();
  template <class C>
  static constexpr auto pack() {
    return pack_weighted<C, geometry_of<C>.c>();
  }
  template <class C, class A>
  static void compute(const A& a, row_block rows) {
    sum_rows<geometry_of<C>>(a.template out<0>(), a.template in<0>(),
                             kernel_constants<depthwise_conv2d_f32_f32_f32_xsimd, C>(a), rows);
  }

 private:
  template <window_geometry G, class P>
  ETCH_KERNEL static void sum_rows(float* y,        // (N,OH,OW,C)
                                   const float* x,  // (N,H,W,C)
                                   const P& p, row_block rows) {
    for_each_pixel<G>(
        y, x, rows,
        [&](float* to, const float* from, const window_cells& in) __attribute__((always_inline)) {
          vectors::make_elements(to, G.c, [&]<class V>(int c) __attribute__((always_inline)) {
            V sum(0.0F);
            for_each_cell<G>(in, [&](int at, int tap) __attribute__((always_inline)) {
              const V product =
                  vectors::load<V>(from + at + c) * vectors::load<V>(p.weights + tap + c);
              sum = sum + product;
            });
            sum = sum + vectors::load<V>(p.bias + c);
            return vectors::clamped(sum, limits<float>{p.epilogue.low, p.epilogue.high});
          });
        });
  }
};

}  // namespace ETCH_NAMESPACE
