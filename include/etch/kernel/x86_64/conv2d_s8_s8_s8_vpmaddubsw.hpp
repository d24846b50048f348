// conv2d of 8-bit codes by VPMADDUBSW, pixels x 8 filters and more at a time.
//
// Needs: AVX2; hwc; one group, or four filters of each; windows of at most 16,384
// numbers; accumulators of 32 bits; factors below a half.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C/groups), bias (OC). Writes: y (N,OH,OW,OC).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/x86_64/filter_tiles.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes by VPMADDUBSW.
struct conv2d_s8_s8_s8_vpmaddubsw
    : layer_kernel<conv2d_s8_s8_s8_vpmaddubsw, ops::conv2d, x86::filter_tiles<x86::avx2>> {
  static constexpr const char* name = "conv2d_s8_s8_s8_vpmaddubsw";
};

}  // namespace ETCH_NAMESPACE
