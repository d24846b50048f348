// dense of 8-bit codes by VPDPBUSD: a convolution of one row of B pixels by windows of one cell.
//
// Needs: AVX512-VNNI; at most 16,384 numbers a sum; accumulators of 32 bits; factors below a half.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/x86_64/filter_tiles.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of 8-bit codes by VPDPBUSD.
struct dense_s8_s8_s8_vpdpbusd
    : layer_kernel<dense_s8_s8_s8_vpdpbusd, ops::dense, x86::filter_tiles<x86::vnni_512>> {
  static constexpr const char* name = "dense_s8_s8_s8_vpdpbusd";
};

}  // namespace ETCH_NAMESPACE
