// dense in q of 8 bits: eight filters times one input row, by VMLADAVA.
//
// Needs: MVE; hwc; a shift of 0 to 30 to the right from sum to output. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv81m/dense_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// dense in q of 8 bits, ended by a shift.
struct dense_q7_q7_q7_8x1_vmladava : armv81m::dense_kernel<dense_q7_q7_q7_8x1_vmladava, true> {
  static constexpr const char* name = "dense_q7_q7_q7_8x1_vmladava";
};

}  // namespace etch::inline ETCH_ABI
