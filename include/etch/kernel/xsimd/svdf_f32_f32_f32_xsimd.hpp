// svdf of f32 by rows of matrices side by side (matrix_rows.hpp).
//
// Needs: xsimd. Reads and writes what svdf does.
#pragma once

#include <etch/kernel/generic/svdf.hpp>
#include <etch/kernel/xsimd/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// svdf of f32 by vectors.
struct svdf_f32_f32_f32_xsimd : kernel_by_rows<xsimd_products, float> {
  using op = ops::svdf;
  static constexpr const char* name = "svdf_f32_f32_f32_xsimd";
};

}  // namespace ETCH_NAMESPACE
