// gru by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv81m/matrix_rows.hpp>
#include <etch/kernel/generic/gru.hpp>

namespace ETCH_NAMESPACE {

/// gru of 8-bit codes.
struct gru_s8_s8_s8_8x1_vmladava
    : gru_by<gru_s8_s8_s8_8x1_vmladava, products_of_codes<armv81m::matrix_products, std::int8_t>> {
  static constexpr const char* name = "gru_s8_s8_s8_8x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
