// dense of values of 9 to 16 bits: eight filters times one row by VMLADAVA, and the last one to
// seven, without scratch memory.
//
// Needs: MVE; hwc; zero points of 0; weights of 8 to 16 bits; 8 outputs at least; sums of 32 bits;
// an epilogue of lanes. Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv81m/shorts_by_eights.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of values of 9 to 16 bits by eight filters.
struct dense_s16_s16_s16_8x1_vmladava
    : short_sums::kernel<dense_s16_s16_s16_8x1_vmladava, ops::dense, armv81m::channel_tile> {
  static constexpr const char* name = "dense_s16_s16_s16_8x1_vmladava";

  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (!short_sums::takes<C>()) return false;
    else return armv81m::fits_channel_lanes<C>();
  }();
  template <class C>
  static constexpr auto pack() {
    constexpr int outputs = C::template in<1>::is.shape.d[0];
    return armv81m::in_eights<C::template in<1>::is.shape.d[1]>(pack_weighted<C, outputs>());
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, row_block rows) {
    if (rows.count == 0) return;  // the whole output is one row
#if ETCH_HAS_MVE
    constexpr auto shape = C::template in<1>::is.shape;
    const auto& p = kernel_constants<dense_s16_s16_s16_8x1_vmladava, C>(a);
    const auto& end = short_sums::end_of<C, armv81m::channel_tile>(p);
    const auto* x = a.template in<0>();
    auto* y = a.template out<0>();
    for (int b = C::template out<>::is.shape.size() / shape.d[0]; b > 0; --b) {
      armv81m::write_eights<shape.d[1]>(p, end, x, y);
      x += shape.d[1];
      y += shape.d[0];
    }
#else
    static_assert(sizeof(A) == 0, "dense by VMLADAVA: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace ETCH_NAMESPACE
