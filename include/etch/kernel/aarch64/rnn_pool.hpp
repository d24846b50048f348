// rnn_pool by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/aarch64/matrix_rows.hpp>
#include <etch/kernel/generic/rnn_pool.hpp>

namespace ETCH_NAMESPACE {

/// rnn_pool of 8-bit codes.
struct rnn_pool_s8_s8_s8_1x16_smlal
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, std::int8_t> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_s8_s8_s8_1x16_smlal";
};
/// rnn_pool of 8-bit codes.
struct rnn_pool_s8_s8_s8_1x16_sdot
    : kernel_by_rows<products::matrix_products<products::multiply::sdot>, std::int8_t> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_s8_s8_s8_1x16_sdot";
};
/// rnn_pool of codes of 9 to 16 bits.
struct rnn_pool_s16_s16_s16_1x8_smlal
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, std::int16_t> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_s16_s16_s16_1x8_smlal";
};
/// rnn_pool of f32.
struct rnn_pool_f32_f32_f32_1x16_fmul
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, float> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_f32_f32_f32_1x16_fmul";
};

}  // namespace ETCH_NAMESPACE
