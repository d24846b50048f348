// table of 8-bit codes, 16 at a time, by look-ups in a table.
//
// Needs: MVE; values in logical order, of at least 16 codes. Reads: x (N,H,W,C). Writes: y
// (N,H,W,C), which may be x.
#pragma once

#include <etch/kernel/armv81m/table_look_up.hpp>
#include <etch/kernel/generic/table.hpp>

namespace ETCH_NAMESPACE {

/// table of 8-bit codes.
struct table_s8_s8_vldrb : armv81m::table_kernel<table_s8_s8_vldrb, table_generic> {
  static constexpr const char* name = "table_s8_s8_vldrb";
};

}  // namespace ETCH_NAMESPACE
