// conv2d on f32, pixels x 16 filters at a time.
//
// Needs: xsimd; hwc; no groups; filters that fill blocks of 16 but for a fifth.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C). Writes: y (N,OH,OW,OC).
#pragma once

#include <etch/kernel/xsimd/float_rows.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d on f32 by vectors over filters.
struct conv2d_f32_f32_f32_xsimd : kernel_base {
  using op = ops::conv2d;
  static constexpr const char* name = "conv2d_f32_f32_f32_xsimd";

  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool accepts =
      vectors::multiplies_floats<C>() &&
      vectors::fills_blocks(geometry_of<C>.oc, vectors::filter_block) && geometry_of<C>.groups == 1;
  template <class C>
  static constexpr auto pack() {
    return vectors::pack_floats<C, geometry_of<C>, vectors::filter_block>();
  }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    vectors::run_floats<conv2d_f32_f32_f32_xsimd, C, geometry_of<C>>(a, rows);
  }
};

}  // namespace ETCH_NAMESPACE
