// fastgrnn by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv81m/matrix_rows.hpp>
#include <etch/kernel/generic/fastgrnn.hpp>

namespace ETCH_NAMESPACE {

/// fastgrnn of 8-bit codes.
struct fastgrnn_s8_s8_s8_8x1_vmladava
    : fastgrnn_by<fastgrnn_s8_s8_s8_8x1_vmladava,
                  products_of_codes<armv81m::matrix_products, std::int8_t>> {
  static constexpr const char* name = "fastgrnn_s8_s8_s8_8x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
