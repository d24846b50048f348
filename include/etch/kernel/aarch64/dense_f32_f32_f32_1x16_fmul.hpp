// dense on f32, 16 outputs at a time (8 or 4 where those are few), bit for bit as the generic
// kernel.
//
// Needs: Advanced SIMD; hwc; outputs that fill blocks of 16, 8 or 4 but for a fifth.
// Reads: x (B,K), weights (O,K). Writes: y (B,O).
#pragma once

#include <etch/kernel/aarch64/floats.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense on f32 by FMUL and FADD over outputs.
struct dense_f32_f32_f32_1x16_fmul : kernel_base {
  using op = ops::dense;
  static constexpr const char* name = "dense_f32_f32_f32_1x16_fmul";

  /// A convolution of one row of B pixels by windows of one cell.
  template <class C>
  static constexpr window_geometry geometry_of = [] {
    constexpr extents w = C::template in<1>::is.shape;
    constexpr int batch = C::template out<>::is.shape.size() / w.d[0];
    return window_geometry{.w = batch, .c = w.d[1], .ow = batch, .oc = w.d[0]};
  }();
  template <class C>
  static constexpr bool accepts =
      vectors::multiplies_floats<C>() && vectors::fills_blocks(geometry_of<C>.oc, 4);
  template <class C>
  static constexpr auto pack() {
    return vectors::pack_floats<C, geometry_of<C>, neon::float_block(geometry_of<C>.oc)>();
  }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    if (rows.count == 0) return;  // the whole output is one row
    neon::run_floats<dense_f32_f32_f32_1x16_fmul, C, geometry_of<C>>(a, {0, 1});
  }
};

}  // namespace ETCH_NAMESPACE
