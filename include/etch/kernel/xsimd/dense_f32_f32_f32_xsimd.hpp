// dense on f32, up to eight vectors of outputs at a time.
#pragma once

#include <etch/kernel/xsimd/float_rows.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense on f32 by vectors over outputs.
struct dense_f32_f32_f32_xsimd : vectors::tile_kernel<dense_f32_f32_f32_xsimd, ops::dense> {
  static constexpr const char* name = "dense_f32_f32_f32_xsimd";
};

}  // namespace ETCH_NAMESPACE
