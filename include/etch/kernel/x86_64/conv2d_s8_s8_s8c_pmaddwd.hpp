// conv2d on int8 codes by PMADDWD, pixels x filters at a time.
//
// Needs: SSE2, wider where the compiler may; hwc; no groups; windows of at most 4096 numbers or of
// one cell; weights with zero point 0; sums of 32 bits.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C) with a scale for each filter or one for all.
// Writes: y (N,OH,OW,OC). All have 8 bits, at least one is affine.
#pragma once

#include <etch/kernel/x86_64/conv2d_pmaddwd.hpp>

namespace etch::inline ETCH_ABI {

/// conv2d on int8 codes by PMADDWD.
struct conv2d_s8_s8_s8c_pmaddwd : x86::conv2d_rows<conv2d_s8_s8_s8c_pmaddwd, x86::codes::s8> {
  static constexpr const char* name = "conv2d_s8_s8_s8c_pmaddwd";
};

}  // namespace etch::inline ETCH_ABI
