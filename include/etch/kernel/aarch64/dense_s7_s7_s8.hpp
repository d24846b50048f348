// dense of integers of fewer than 8 bits by rows of matrices (packed_by_rows.hpp).
#pragma once

#include <etch/kernel/aarch64/matrix_rows.hpp>
#include <etch/kernel/layer/packed_by_rows.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of integers of fewer than 8 bits.
struct dense_s7_s7_s8_1x16_smlal
    : packed_by_rows<ops::dense, products::matrix_products<products::multiply::smlal>> {
  static constexpr const char* name = "dense_s7_s7_s8_1x16_smlal";
};
/// dense of integers of fewer than 8 bits.
struct dense_s7_s7_s8_1x16_sdot
    : packed_by_rows<ops::dense, products::matrix_products<products::multiply::sdot>> {
  static constexpr const char* name = "dense_s7_s7_s8_1x16_sdot";
};

}  // namespace ETCH_NAMESPACE
