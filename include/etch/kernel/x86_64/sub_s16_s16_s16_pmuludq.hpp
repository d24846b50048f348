// sub of codes of 9 to 16 bits, exact as TensorFlow Lite: four at a time, each scaled in 32 bits by
// PMULUDQ.
//
// Needs: SSE2; logical order; affine codes without zero points of which none is a constant;
// rounding tflite_double; a factor to the output of at most 1. Reads: a, b (N,H,W,C). Writes: y
// (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/x86_64/add_s16_s16_s16_pmuludq.hpp>

namespace ETCH_NAMESPACE {

/// sub of affine codes of 9 to 16 bits.
struct sub_s16_s16_s16_pmuludq : x86::sum_of_shorts<sub_s16_s16_s16_pmuludq, ops::sub> {
  static constexpr const char* name = "sub_s16_s16_s16_pmuludq";
};

}  // namespace ETCH_NAMESPACE
