// dense in q formats of 8 bits: eight filters a pass over the input, two products by one MUL.
//
// Needs: Armv7-M; a last step that filter_pairs.hpp proves exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv6m/dense_by_eights.hpp>
#include <etch/kernel/armv7m/block_of_halves.hpp>

namespace etch::inline ETCH_ABI {

/// dense in q formats of 8 bits, ended by a shift.
struct dense_q7_q7_q7_8x1_mul
    : armv6m::dense_kernel<dense_q7_q7_q7_8x1_mul, armv7m::block_of_halves, true> {
  static constexpr const char* name = "dense_q7_q7_q7_8x1_mul";
};

}  // namespace etch::inline ETCH_ABI
