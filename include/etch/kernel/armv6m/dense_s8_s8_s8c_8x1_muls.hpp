// dense in affine int8: eight filters a pass over the input, three instructions a product, by MULS.
//
// Needs: the M profile; a last step that filter_pairs.hpp proves exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv6m/block_of_bytes.hpp>
#include <etch/kernel/armv6m/dense_by_eights.hpp>

namespace etch::inline ETCH_ABI {

/// dense in affine int8, ended by a factor.
struct dense_s8_s8_s8c_8x1_muls
    : armv6m::dense_kernel<dense_s8_s8_s8c_8x1_muls, armv6m::block_of_bytes, false> {
  static constexpr const char* name = "dense_s8_s8_s8c_8x1_muls";
};

}  // namespace etch::inline ETCH_ABI
