// rnn_pool by rows of matrices side by side (matrix_rows.hpp), not of bytes: a pass of eight rows
// of them has some hundred instructions besides its products, of which such cells have few.
#pragma once

#include <etch/kernel/armv7m/matrix_rows.hpp>
#include <etch/kernel/generic/rnn_pool.hpp>

namespace ETCH_NAMESPACE {

/// rnn_pool of 8-bit codes, weights of 9 to 16 bits.
struct rnn_pool_s8_s8_s16_4x1_mla : kernel_by_rows<armv7m::matrix_products, std::int8_t> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_s8_s8_s16_4x1_mla";
  template <class C>
  static constexpr bool accepts =
      multiplies_codes<C, std::int8_t>() && sizeof(typename C::template in<1>::storage) == 2;
};
/// rnn_pool of codes of 9 to 16 bits.
struct rnn_pool_s16_s16_s16_4x1_mla : kernel_by_rows<armv7m::matrix_products, std::int16_t> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_s16_s16_s16_4x1_mla";
};

}  // namespace ETCH_NAMESPACE
