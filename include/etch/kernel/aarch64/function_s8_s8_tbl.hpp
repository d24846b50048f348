// function of 8-bit codes, 16 at a time, by look-ups in a table.
//
// Needs: Advanced SIMD; values in logical order, of at least 16 codes. Reads: x (N,H,W,C). Writes:
// y (N,H,W,C), which may be x.
#pragma once

#include <etch/kernel/aarch64/table_look_up.hpp>
#include <etch/kernel/generic/function.hpp>

namespace ETCH_NAMESPACE {

/// function of 8-bit codes.
struct function_s8_s8_tbl : neon::table_kernel<function_s8_s8_tbl, function_generic> {
  static constexpr const char* name = "function_s8_s8_tbl";
};

}  // namespace ETCH_NAMESPACE
