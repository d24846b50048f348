// rnn_pool by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv7m/matrix_rows.hpp>
#include <etch/kernel/generic/rnn_pool.hpp>

namespace ETCH_NAMESPACE {

/// rnn_pool of 8-bit codes.
struct rnn_pool_s8_s8_s8_8x1_mul
    : rnn_pool_by<rnn_pool_s8_s8_s8_8x1_mul,
                  products_of_codes<armv7m::matrix_products, std::int8_t>> {
  static constexpr const char* name = "rnn_pool_s8_s8_s8_8x1_mul";
};
/// rnn_pool of codes of 9 to 16 bits.
struct rnn_pool_s16_s16_s16_2x1_mla
    : rnn_pool_by<rnn_pool_s16_s16_s16_2x1_mla,
                  products_of_codes<armv7m::matrix_products, std::int16_t>> {
  static constexpr const char* name = "rnn_pool_s16_s16_s16_2x1_mla";
};

}  // namespace ETCH_NAMESPACE
