// dense of 8-bit codes by PMADDWD: a convolution of one row of B pixels by windows of one cell.
//
// Needs: SSE2, wider where the compiler may; hwc; accumulators of 32 bits.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/x86_64/dots.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// dense by PMADDWD.
struct pmaddwd_rows : generic_constants {
  static constexpr bool takes(const byte_layer& l) { return takes_sums(l) && !l.by_channel; }
  template <class C, const auto& Packed, class A>
  static void run([[maybe_unused]] const A& a, row_block rows) {
    if (rows.count == 0) return;  // the whole output is one row
#if ETCH_HAS_X86
    make_rows<layer_of<C>.g, rule_for<Packed>>(a.template out<0>(), a.template in<0>(),
                                               layer_of<C>.x_zero, Packed, {0, 1});
#else
    static_assert(sizeof(A) == 0, "kernels by PMADDWD: compile for x86-64");
#endif
  }
};

}  // namespace x86

/// dense of 8-bit codes by PMADDWD.
struct dense_s8_s8_s8_pmaddwd
    : layer_kernel<dense_s8_s8_s8_pmaddwd, ops::dense, x86::pmaddwd_rows> {
  static constexpr const char* name = "dense_s8_s8_s8_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
