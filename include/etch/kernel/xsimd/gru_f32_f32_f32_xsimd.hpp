// gru of f32 by rows of matrices side by side (matrix_rows.hpp).
//
// Needs: xsimd. Reads and writes what gru does.
#pragma once

#include <etch/kernel/generic/gru.hpp>
#include <etch/kernel/xsimd/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// gru of f32 by vectors.
struct gru_f32_f32_f32_xsimd : kernel_by_rows<xsimd_products, float> {
  using op = ops::gru;
  static constexpr const char* name = "gru_f32_f32_f32_xsimd";
};

}  // namespace ETCH_NAMESPACE
