// dense in affine int8: eight filters a pass over the input, two products by one MUL.
//
// Needs: Armv7-M; a last step that filter_pairs.hpp proves exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv6m/dense_by_eights.hpp>
#include <etch/kernel/armv7m/block_of_halves.hpp>

namespace etch::inline ETCH_ABI {

/// dense in affine int8, ended by a factor.
struct dense_s8_s8_s8c_8x1_mul
    : armv6m::dense_kernel<dense_s8_s8_s8c_8x1_mul, armv7m::block_of_halves, false> {
  static constexpr const char* name = "dense_s8_s8_s8c_8x1_mul";
};

}  // namespace etch::inline ETCH_ABI
