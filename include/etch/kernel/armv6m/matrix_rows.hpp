// Matrices as this core multiplies by them: rows of bytes as dense has them, of 16 bits by the tile
// of such layers; states of svdf.
#pragma once

#include <etch/kernel/armv6m/dense_s8_s8_s8_8x1_muls.hpp>
#include <etch/kernel/armv6m/moving_state.hpp>
#include <etch/kernel/armv6m/short_tile.hpp>
#include <etch/kernel/cortex_m/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

struct matrix_products : cortex_m::matrix_products<block_of_bytes, pixel_tile>, moving_states {};

}  // namespace armv6m

}  // namespace ETCH_NAMESPACE
