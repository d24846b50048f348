// Matrices as this core multiplies by them: rows of bytes as dense has them, of 16 bits by the tile
// of such layers.
#pragma once

#include <etch/kernel/armv7m/dense_s8_s8_s8_8x1_mul.hpp>
#include <etch/kernel/armv7m/short_tile.hpp>
#include <etch/kernel/cortex_m/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

namespace armv7m {

using matrix_products = cortex_m::matrix_products<block_of_halves, short_tile>;

}  // namespace armv7m

}  // namespace ETCH_NAMESPACE
