// conv2d of 8-bit codes by VPDPBUSD, pixels x 16 filters and more at a time.
//
// Needs: AVX512-VNNI; hwc; one group, or four filters of each; windows of at most 16,384
// numbers; accumulators of 32 bits; factors below a half.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C/groups), bias (OC). Writes: y (N,OH,OW,OC).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/x86_64/filter_tiles.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes by VPDPBUSD.
struct conv2d_s8_s8_s8_vpdpbusd
    : layer_kernel<conv2d_s8_s8_s8_vpdpbusd, ops::conv2d, x86::filter_tiles<x86::vnni_512>> {
  static constexpr const char* name = "conv2d_s8_s8_s8_vpdpbusd";
};

}  // namespace ETCH_NAMESPACE
