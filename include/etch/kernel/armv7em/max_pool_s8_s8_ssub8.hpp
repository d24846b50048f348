// max_pool of 8-bit codes, four channels a word, by SSUB8 and SEL.
//
// Needs: DSP instructions; hwc; C a multiple of 4, dilation 1. Window, padding and stride are free.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/max_pool_by_columns.hpp>

namespace ETCH_NAMESPACE {

/// max_pool of signed 8-bit codes of any format.
struct max_pool_s8_s8_ssub8
    : cortex_m::max_pool_by_columns<max_pool_s8_s8_ssub8, armv7em::words_by_sel> {
  static constexpr const char* name = "max_pool_s8_s8_ssub8";
};

}  // namespace ETCH_NAMESPACE
