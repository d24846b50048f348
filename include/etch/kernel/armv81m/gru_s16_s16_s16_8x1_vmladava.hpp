// gru by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv81m/matrix_rows.hpp>
#include <etch/kernel/generic/gru.hpp>

namespace ETCH_NAMESPACE {

/// gru of codes of 9 to 16 bits.
struct gru_s16_s16_s16_8x1_vmladava : kernel_by_rows<armv81m::matrix_products, std::int16_t> {
  using op = ops::gru;
  static constexpr const char* name = "gru_s16_s16_s16_8x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
