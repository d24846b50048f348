// fastgrnn of f32 by rows of matrices side by side (matrix_rows.hpp).
//
// Needs: xsimd. Reads and writes what fastgrnn does.
#pragma once

#include <etch/kernel/generic/fastgrnn.hpp>
#include <etch/kernel/xsimd/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// fastgrnn of f32 by vectors.
struct fastgrnn_f32_f32_f32_xsimd : kernel_by_rows<xsimd_products, float> {
  using op = ops::fastgrnn;
  static constexpr const char* name = "fastgrnn_f32_f32_f32_xsimd";
};

}  // namespace ETCH_NAMESPACE
