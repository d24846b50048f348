// conv2d of 8-bit codes by PMADDWD, pixels x filters at a time.
//
// Needs: SSE2, wider where the compiler may; hwc; windows of at most 4096 numbers or of
// one cell; accumulators of 32 bits.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C), bias (OC). Writes: y (N,OH,OW,OC).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/x86_64/dots.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// conv2d by PMADDWD.
struct pmaddwd_windows : generic_constants {
  static constexpr bool takes(const byte_layer& l) {
    return takes_sums(l) && !l.by_channel && (l.g.kh * l.g.kw == 1 || l.taps() <= longest_patch);
  }
  template <class C, const auto& Packed, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_X86
    make_rows<layer_of<C>.g, rule_for<Packed>>(a.template out<0>(), a.template in<0>(),
                                               layer_of<C>.x_zero, Packed, rows);
#else
    static_assert(sizeof(A) == 0, "kernels by PMADDWD: compile for x86-64");
#endif
  }
};

}  // namespace x86

/// conv2d of 8-bit codes by PMADDWD.
struct conv2d_s8_s8_s8_pmaddwd
    : layer_kernel<conv2d_s8_s8_s8_pmaddwd, ops::conv2d, x86::pmaddwd_windows> {
  static constexpr const char* name = "conv2d_s8_s8_s8_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
