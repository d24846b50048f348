// fastgrnn by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv7em/matrix_rows.hpp>
#include <etch/kernel/generic/fastgrnn.hpp>

namespace ETCH_NAMESPACE {

/// fastgrnn of 8-bit codes.
struct fastgrnn_s8_s8_s8_8x1_smlad : kernel_by_rows<armv7em::matrix_products, std::int8_t> {
  using op = ops::fastgrnn;
  static constexpr const char* name = "fastgrnn_s8_s8_s8_8x1_smlad";
};
/// fastgrnn of codes of 9 to 16 bits.
struct fastgrnn_s16_s16_s16_2x1_smlad : kernel_by_rows<armv7em::matrix_products, std::int16_t> {
  using op = ops::fastgrnn;
  static constexpr const char* name = "fastgrnn_s16_s16_s16_2x1_smlad";
};
/// fastgrnn of f32.
struct fastgrnn_f32_f32_f32_8x1_vmul : kernel_by_rows<armv7em::matrix_products, float> {
  using op = ops::fastgrnn;
  static constexpr const char* name = "fastgrnn_f32_f32_f32_8x1_vmul";
};

}  // namespace ETCH_NAMESPACE
