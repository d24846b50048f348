// tanh of 8-bit codes, 16 at a time, by look-ups in a table.
//
// Needs: MVE; values in logical order, of at least 16 codes. Reads: x (N,H,W,C). Writes: y
// (N,H,W,C), which may be x.
#pragma once

#include <etch/kernel/armv81m/table_look_up.hpp>
#include <etch/kernel/generic/tanh.hpp>

namespace ETCH_NAMESPACE {

/// tanh of 8-bit codes.
struct tanh_s8_s8_vldrb : armv81m::table_kernel<tanh_s8_s8_vldrb, tanh_table> {
  static constexpr const char* name = "tanh_s8_s8_vldrb";
};

}  // namespace ETCH_NAMESPACE
