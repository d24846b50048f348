// relu of 8-bit codes.
//
// Needs: xsimd; logical order; signed codes. Reads: x (N,H,W,C). Writes: y (N,H,W,C), which may be
// x.
#pragma once

#include <etch/kernel/xsimd/vectors.hpp>
#include <etch/op/relu.hpp>

namespace ETCH_NAMESPACE {

/// relu of 8-bit codes by vectors.
struct relu_s8_s8_xsimd : vectors::clamp_kernel<ops::relu, std::int8_t> {
  static constexpr const char* name = "relu_s8_s8_xsimd";
  template <class C>
  static constexpr bool accepts =
      has_signed_bytes<typename C::template out<>> && vectors::in_order<C>;
};

}  // namespace ETCH_NAMESPACE
