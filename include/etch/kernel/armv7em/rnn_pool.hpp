// rnn_pool by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv7em/matrix_rows.hpp>
#include <etch/kernel/generic/rnn_pool.hpp>

namespace ETCH_NAMESPACE {

/// rnn_pool of 8-bit codes.
struct rnn_pool_s8_s8_s8_8x1_smlad : kernel_by_rows<armv7em::matrix_products, std::int8_t> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_s8_s8_s8_8x1_smlad";
};
/// rnn_pool of codes of 9 to 16 bits.
struct rnn_pool_s16_s16_s16_2x1_smlad : kernel_by_rows<armv7em::matrix_products, std::int16_t> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_s16_s16_s16_2x1_smlad";
};
/// rnn_pool of f32.
struct rnn_pool_f32_f32_f32_8x1_vmul : kernel_by_rows<armv7em::matrix_products, float> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_f32_f32_f32_8x1_vmul";
};

}  // namespace ETCH_NAMESPACE
