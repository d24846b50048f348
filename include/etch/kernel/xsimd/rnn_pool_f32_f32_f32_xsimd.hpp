// rnn_pool of f32 by rows of matrices side by side (matrix_rows.hpp).
//
// Needs: xsimd. Reads and writes what rnn_pool does.
#pragma once

#include <etch/kernel/generic/rnn_pool.hpp>
#include <etch/kernel/xsimd/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// rnn_pool of f32 by vectors.
struct rnn_pool_f32_f32_f32_xsimd : kernel_by_rows<xsimd_products, float> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_f32_f32_f32_xsimd";
};

}  // namespace ETCH_NAMESPACE
