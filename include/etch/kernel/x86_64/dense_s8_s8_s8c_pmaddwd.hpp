// dense on int8 codes by PMADDWD, 8 outputs at a time.
//
// Needs: SSE2, wider where the compiler may; hwc; weights with zero point 0; sums of 32 bits.
// Reads: x (B,K), weights (O,K) with a scale for each filter or one for all.
// Writes: y (B,O). All have 8 bits, at least one is affine.
#pragma once

#include <etch/kernel/x86_64/dense_pmaddwd.hpp>

namespace etch::inline ETCH_ABI {

/// dense on int8 codes by PMADDWD.
struct dense_s8_s8_s8c_pmaddwd : x86::dense_rows<dense_s8_s8_s8c_pmaddwd, x86::codes::s8> {
  static constexpr const char* name = "dense_s8_s8_s8c_pmaddwd";
};

}  // namespace etch::inline ETCH_ABI
