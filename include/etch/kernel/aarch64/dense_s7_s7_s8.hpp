// dense of integers of fewer than 8 bits by rows of matrices (packed_by_rows.hpp).
#pragma once

#include <etch/kernel/aarch64/matrix_rows.hpp>
#include <etch/kernel/layer/packed_by_rows.hpp>

namespace ETCH_NAMESPACE {

/// dense of integers of fewer than 8 bits.
struct dense_s7_s7_s8_1x16_smlal
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, std::int8_t> {
  using op = ops::dense;
  static constexpr const char* name = "dense_s7_s7_s8_1x16_smlal";
};
/// dense of integers of fewer than 8 bits.
struct dense_s7_s7_s8_1x16_sdot
    : kernel_by_rows<products::matrix_products<products::multiply::sdot>, std::int8_t> {
  using op = ops::dense;
  static constexpr const char* name = "dense_s7_s7_s8_1x16_sdot";
};

}  // namespace ETCH_NAMESPACE
