// sigmoid of 8-bit codes, 16 at a time, by look-ups in a table.
//
// Needs: MVE; values in logical order, of at least 16 codes. Reads: x (N,H,W,C). Writes: y
// (N,H,W,C), which may be x.
#pragma once

#include <etch/kernel/armv81m/table_look_up.hpp>
#include <etch/kernel/generic/sigmoid.hpp>

namespace ETCH_NAMESPACE {

/// sigmoid of 8-bit codes.
struct sigmoid_s8_s8_vldrb : armv81m::table_kernel<sigmoid_s8_s8_vldrb, sigmoid_table> {
  static constexpr const char* name = "sigmoid_s8_s8_vldrb";
};

}  // namespace ETCH_NAMESPACE
