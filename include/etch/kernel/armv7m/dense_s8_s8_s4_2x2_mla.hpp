// dense of 8-bit codes by weights of at most 4 bits, which take as many in flash: two filters times
// two input rows, if there are, by MLA (narrow_sums.hpp).
//
// Needs: Armv7-M; hwc; at most 512 inputs. Reads: x (B,K), weights (O,K), bias (O). Writes: y
// (B,O).
#pragma once

#include <etch/kernel/armv7m/short_tile.hpp>
#include <etch/kernel/layer/narrow_sums.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of weights of at most 4 bits.
struct dense_s8_s8_s4_2x2_mla
    : narrow_sums::kernel<dense_s8_s8_s4_2x2_mla, ops::dense, armv7m::any_bytes_tile> {
  static constexpr const char* name = "dense_s8_s8_s4_2x2_mla";
};

}  // namespace ETCH_NAMESPACE
