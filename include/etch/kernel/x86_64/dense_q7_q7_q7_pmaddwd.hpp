// dense on q in 8 bits by PMADDWD, 8 outputs at a time.
//
// Needs: SSE2, wider where the compiler may; hwc; weights with zero point 0; sums of 32 bits.
// Reads: x (B,K), weights (O,K).
// Writes: y (B,O). All have 8 bits and units that are powers of two.
#pragma once

#include <etch/kernel/x86_64/dense_pmaddwd.hpp>

namespace etch::inline ETCH_ABI {

/// dense on q in 8 bits by PMADDWD.
struct dense_q7_q7_q7_pmaddwd : x86::dense_rows<dense_q7_q7_q7_pmaddwd, x86::codes::q7> {
  static constexpr const char* name = "dense_q7_q7_q7_pmaddwd";
};

}  // namespace etch::inline ETCH_ABI
