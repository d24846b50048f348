// dense on f32, 16 outputs at a time.
//
// Needs: xsimd; hwc; outputs that fill blocks of 16 but for a fifth.
// Reads: x (B,K), weights (O,K). Writes: y (B,O).
#pragma once

#include <etch/kernel/xsimd/float_rows.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense on f32 by vectors over outputs.
struct dense_f32_f32_f32_xsimd : kernel_base {
  using op = ops::dense;
  static constexpr const char* name = "dense_f32_f32_f32_xsimd";

  /// A convolution of one row of B pixels by windows of one cell.
  template <class C>
  static constexpr window_geometry geometry_of = [] {
    constexpr extents w = C::template in<1>::is.shape;
    constexpr int batch = C::template out<>::is.shape.size() / w.d[0];
    return window_geometry{.w = batch, .c = w.d[1], .ow = batch, .oc = w.d[0]};
  }();
  template <class C>
  static constexpr bool accepts = vectors::multiplies_floats<C>() &&
                                  vectors::fills_blocks(geometry_of<C>.oc, vectors::filter_block);
  template <class C>
  static constexpr auto pack() {
    return vectors::pack_floats<C, geometry_of<C>, vectors::filter_block>();
  }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    if (rows.count == 0) return;  // the whole output is one row
    vectors::run_floats<dense_f32_f32_f32_xsimd, C, geometry_of<C>>(a, {0, 1});
  }
};

}  // namespace ETCH_NAMESPACE
