// conv2d on f32, 4 pixels x 16 filters at a time (8 x 8 or 8 x 4 where filters are few), bit for
// bit as the generic kernel.
//
// Needs: Advanced SIMD; hwc; no groups; filters that fill blocks of 16, 8 or 4 but for a fifth.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C). Writes: y (N,OH,OW,OC).
#pragma once

#include <etch/kernel/aarch64/floats.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d on f32 by FMUL and FADD over filters.
struct conv2d_f32_f32_f32_4x16_fmul : kernel_base {
  using op = ops::conv2d;
  static constexpr const char* name = "conv2d_f32_f32_f32_4x16_fmul";

  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool accepts =
      vectors::multiplies_floats<C>() && vectors::fills_blocks(geometry_of<C>.oc, 4) &&
      geometry_of<C>.groups == 1;
  template <class C>
  static constexpr auto pack() {
    return vectors::pack_floats<C, geometry_of<C>, neon::float_block(geometry_of<C>.oc)>();
  }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    neon::run_floats<conv2d_f32_f32_f32_4x16_fmul, C, geometry_of<C>>(a, rows);
  }
};

}  // namespace ETCH_NAMESPACE
