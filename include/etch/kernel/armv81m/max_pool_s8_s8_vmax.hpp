// max_pool of signed 8-bit codes, 16 channels at a time, by VMAX.
//
// Needs: MVE; hwc. Window, padding, stride, dilation and C are free.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv81m/pools.hpp>
#include <etch/op/max_pool.hpp>

namespace ETCH_NAMESPACE {

/// max_pool of signed 8-bit codes of any format.
struct max_pool_s8_s8_vmax : armv81m::pool_kernel<max_pool_s8_s8_vmax, ops::max_pool> {
  static constexpr const char* name = "max_pool_s8_s8_vmax";

  template <class C>
  static constexpr bool accepts = C::attributes.least == 0 && pools_bytes<C>;

#if ETCH_HAS_MVE
  template <class C, class X>
  static constexpr auto rows_by() {
    return &largest<(C::template in<0>::is.shape.c() < 16), X>;
  }

 private:
  template <bool Few, class X>
  ETCH_KERNEL static void largest(const window_geometry& g, limits<std::int8_t> l,
                                  X x,             // (N,H,W,C)
                                  std::int8_t* y,  // (N,OH,OW,C)
                                  row_block rows) {
    const mve_pred16_t inside = vctp8q(static_cast<std::uint32_t>(g.c));
    const int x_column = g.dilation_w * g.c, x_row = g.dilation_h * g.w * g.c;
    armv81m::for_each_pool(
        g, x, y, rows, [&](std::int8_t* to, auto from, cell_run height, cell_run width) {
          for (int next = 0; next < g.c; next += 16) {
            // The last 16 overlap those before: what both write is the same.
            const int c = Few ? 0 : minimum(next, g.c - 16);
            int8x16_t best = vdupq_n_s8(l.low);
            auto row = from + c;
            for (int u = height.count; u > 0; --u, cortex_m::to_next_row(row, x_row)) {
              const std::int8_t* cell = cortex_m::first_row(row);
              for (int v = width.count; v > 0; --v, cell += x_column) {
                best = vmaxq_s8(best, Few ? vldrbq_z_s8(cell, inside) : vldrbq_s8(cell));
              }
            }
            best = vminq_s8(best, vdupq_n_s8(l.high));
            if constexpr (Few) vstrbq_p_s8(to, best, inside);
            else vstrbq_s8(to + c, best);
          }
        });
  }
#endif
};

}  // namespace ETCH_NAMESPACE
