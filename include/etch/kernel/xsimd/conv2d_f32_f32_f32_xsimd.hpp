// conv2d on f32 in hwc, pixels x up to four vectors of filters at a time.
#pragma once

#include <etch/kernel/xsimd/float_rows.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d on f32 by vectors over filters.
struct conv2d_f32_f32_f32_xsimd : vectors::tile_kernel<conv2d_f32_f32_f32_xsimd, ops::conv2d> {
  static constexpr const char* name = "conv2d_f32_f32_f32_xsimd";
};

}  // namespace ETCH_NAMESPACE
