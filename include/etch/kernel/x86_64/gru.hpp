// gru by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/generic/gru.hpp>
#include <etch/kernel/x86_64/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// gru of 8-bit codes.
struct gru_s8_s8_s8_16x1_pmaddwd
    : kernel_by_rows<x86::matrix_products<x86::sse2_widened>, std::int8_t> {
  using op = ops::gru;
  static constexpr const char* name = "gru_s8_s8_s8_16x1_pmaddwd";
};
/// gru of 8-bit codes.
struct gru_s8_s8_s8_16x1_vpmaddubsw : kernel_by_rows<x86::matrix_products<x86::avx2>, std::int8_t> {
  using op = ops::gru;
  static constexpr const char* name = "gru_s8_s8_s8_16x1_vpmaddubsw";
};
/// gru of 8-bit codes.
struct gru_s8_s8_s8_16x1_vpdpbusd
    : kernel_by_rows<x86::matrix_products<x86::vnni_512>, std::int8_t> {
  using op = ops::gru;
  static constexpr const char* name = "gru_s8_s8_s8_16x1_vpdpbusd";
};
/// gru of codes of 9 to 16 bits.
struct gru_s16_s16_s16_16x1_pmaddwd : kernel_by_rows<x86::products_of_shorts, std::int16_t> {
  using op = ops::gru;
  static constexpr const char* name = "gru_s16_s16_s16_16x1_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
