// rnn_pool by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/generic/rnn_pool.hpp>
#include <etch/kernel/x86_64/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// rnn_pool of 8-bit codes.
struct rnn_pool_s8_s8_s8_4x1_pmaddwd : kernel_by_rows<x86::matrix_products, std::int8_t> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_s8_s8_s8_4x1_pmaddwd";
};
/// rnn_pool of codes of 9 to 16 bits.
struct rnn_pool_s16_s16_s16_4x1_pmaddwd : kernel_by_rows<x86::matrix_products, std::int16_t> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_s16_s16_s16_4x1_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
