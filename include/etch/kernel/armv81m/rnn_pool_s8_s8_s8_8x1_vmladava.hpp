// rnn_pool by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv81m/matrix_rows.hpp>
#include <etch/kernel/generic/rnn_pool.hpp>

namespace ETCH_NAMESPACE {

/// rnn_pool of 8-bit codes.
struct rnn_pool_s8_s8_s8_8x1_vmladava : kernel_by_rows<armv81m::matrix_products, std::int8_t> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_s8_s8_s8_8x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
