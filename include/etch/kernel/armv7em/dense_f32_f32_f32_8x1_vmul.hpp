// dense in single precision: up to eight filters times one row a step, by VMUL and VADD.
//
// Needs: an FPU, to be worth it; hwc. Values, weights and outputs are f32 or codes of bf16, f16 or
// fp8. B, K and O are free. Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv7em/floats.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense on f32 and codes that it holds.
struct dense_f32_f32_f32_8x1_vmul : armv7em::vmul_kernel<dense_f32_f32_f32_8x1_vmul, ops::dense> {
  static constexpr const char* name = "dense_f32_f32_f32_8x1_vmul";
};

}  // namespace ETCH_NAMESPACE
