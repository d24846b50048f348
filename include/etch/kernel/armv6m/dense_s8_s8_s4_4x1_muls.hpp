// dense of 8-bit codes by weights of at most 4 bits, which take as many in flash: four filters at a
// time by MULS (narrow_sums.hpp).
//
// Needs: the M profile; hwc; at most 256 inputs. Reads: x (B,K), weights (O,K), bias (O). Writes: y
// (B,O).
#pragma once

#include <etch/kernel/armv6m/short_tile.hpp>
#include <etch/kernel/layer/narrow_sums.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of weights of at most 4 bits.
struct dense_s8_s8_s4_4x1_muls
    : narrow_sums::kernel<dense_s8_s8_s4_4x1_muls, ops::dense, armv6m::any_bytes_pixel_tile> {
  static constexpr const char* name = "dense_s8_s8_s4_4x1_muls";
};

}  // namespace ETCH_NAMESPACE
