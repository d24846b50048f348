// conv2d on q in 8 bits by PMADDWD, pixels x filters at a time.
//
// Needs: SSE2, wider where the compiler may; hwc; no groups; windows of at most 4096 numbers or of
// one cell; weights with zero point 0; sums of 32 bits.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C).
// Writes: y (N,OH,OW,OC). All have 8 bits and units that are powers of two.
#pragma once

#include <etch/kernel/x86_64/conv2d_pmaddwd.hpp>

namespace etch::inline ETCH_ABI {

/// conv2d on q in 8 bits by PMADDWD.
struct conv2d_q7_q7_q7_pmaddwd : x86::conv2d_rows<conv2d_q7_q7_q7_pmaddwd, x86::codes::q7> {
  static constexpr const char* name = "conv2d_q7_q7_q7_pmaddwd";
};

}  // namespace etch::inline ETCH_ABI
