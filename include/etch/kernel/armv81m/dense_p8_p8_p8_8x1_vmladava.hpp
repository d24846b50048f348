// dense of posit<8, 0>: eight filters times one row by VMLADAVA, and the last one to seven. Outputs
// of a row that has a NaR are NaR.
//
// Needs: MVE; hwc; no NaR among weights and biases; rows of at most 1,024 codes; 8 outputs at
// least; sums of 32 bits. Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv81m/posit_tile.hpp>
#include <etch/kernel/armv81m/shorts_by_eights.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of posit<8, 0> by eight filters.
struct dense_p8_p8_p8_8x1_vmladava
    : posit_sums::kernel<dense_p8_p8_p8_8x1_vmladava, ops::dense, armv81m::posit_tile> {
  static constexpr const char* name = "dense_p8_p8_p8_8x1_vmladava";
  using base = posit_sums::kernel<dense_p8_p8_p8_8x1_vmladava, ops::dense, armv81m::posit_tile>;

  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (!posit_sums::takes<C>()) return false;
    else return armv81m::fits_posit_lanes<C>();
  }();
  template <class C>
  static constexpr auto pack() {
    return armv81m::in_eights<C::template in<1>::is.shape.d[1]>(base::template pack<C>());
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, row_block rows) {
    if (rows.count == 0) return;  // the whole output is one row
#if ETCH_HAS_MVE
    constexpr auto shape = C::template in<1>::is.shape;
    constexpr int inputs = shape.d[1], outputs = shape.d[0];
    constexpr auto epilogue = make_generic_epilogue<C, outputs>();
    const auto& p = kernel_constants<dense_p8_p8_p8_8x1_vmladava, C>(a);
    const auto* x = a.template in<0>();
    auto* y = a.template out<0>();
    alignas(8) std::int16_t numbers[inputs];
    for (int b = C::template out<>::is.shape.size() / outputs; b > 0; --b) {
      if (!armv81m::posit_tile::widen(numbers, x, inputs)) {
        armv81m::write_eights<inputs>(p, posit_sums::known_end<epilogue>{}, numbers, y);
      } else {
        for (int o = 0; o < outputs; ++o) y[o] = epilogue(sum_arithmetic<C>::nar_sum, o);
      }
      x += inputs;
      y += outputs;
    }
#else
    static_assert(sizeof(A) == 0, "dense by VMLADAVA: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace ETCH_NAMESPACE
