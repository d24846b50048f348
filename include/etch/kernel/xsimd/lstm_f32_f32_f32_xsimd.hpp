// lstm of f32 by rows of matrices side by side (matrix_rows.hpp).
//
// Needs: xsimd. Reads and writes what lstm does.
#pragma once

#include <etch/kernel/generic/lstm.hpp>
#include <etch/kernel/xsimd/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// lstm of f32 by vectors.
struct lstm_f32_f32_f32_xsimd : kernel_by_rows<xsimd_products, float> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_f32_f32_f32_xsimd";
};

}  // namespace ETCH_NAMESPACE
