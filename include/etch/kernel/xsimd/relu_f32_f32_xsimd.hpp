// relu of f32.
//
// Needs: xsimd; logical order. Reads: x (N,H,W,C). Writes: y (N,H,W,C), which may be x.
#pragma once

#include <etch/kernel/xsimd/vectors.hpp>
#include <etch/op/relu.hpp>

namespace ETCH_NAMESPACE {

/// relu of f32 by vectors.
struct relu_f32_f32_xsimd : vectors::clamp_kernel<ops::relu, float> {
  static constexpr const char* name = "relu_f32_f32_xsimd";
  template <class C>
  static constexpr bool accepts =
      vectors::has_floats<typename C::template out<>> && vectors::in_order<C>;
};

}  // namespace ETCH_NAMESPACE
