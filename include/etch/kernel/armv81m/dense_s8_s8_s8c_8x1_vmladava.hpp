// dense in affine int8: eight filters times one input row, by VMLADAVA.
//
// Needs: MVE; hwc; weights with zero point 0 and a scale a channel or one for all; factors below
// 1/2. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv81m/dense_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// dense in affine int8, ended by a factor.
struct dense_s8_s8_s8c_8x1_vmladava : armv81m::dense_kernel<dense_s8_s8_s8c_8x1_vmladava, false> {
  static constexpr const char* name = "dense_s8_s8_s8c_8x1_vmladava";
};

}  // namespace etch::inline ETCH_ABI
