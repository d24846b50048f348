// avg_pool of signed 8-bit codes, eight channels at a time, by VADD.
//
// Needs: MVE; hwc; windows of at most 256 cells; ties as in CMSIS-NN or TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv81m/pools.hpp>
#include <etch/op/avg_pool.hpp>

namespace ETCH_NAMESPACE {

/// avg_pool of signed 8-bit codes of any format.
struct avg_pool_s8_s8_vadd : armv81m::pool_kernel<avg_pool_s8_s8_vadd, ops::avg_pool> {
  static constexpr const char* name = "avg_pool_s8_s8_vadd";

  template <class C>
  static constexpr bool accepts = averages_bytes<C, 1>();

#if ETCH_HAS_MVE
  template <class C, class X>
  static constexpr auto rows_by() {
    return &means<C::round, X>;
  }

 private:
  template <rounding R, class X>
  ETCH_KERNEL static void means(const window_geometry& g, limits<std::int8_t> l,
                                X x,             // (N,H,W,C)
                                std::int8_t* y,  // (N,OH,OW,C)
                                row_block rows) {
    const int x_column = g.dilation_w * g.c, x_row = g.dilation_h * g.w * g.c;
    armv81m::for_each_pool(g, x, y, rows, [&](std::int8_t* to, auto from, cell_run u, cell_run v) {
      const int cells = u.count * v.count;
      const std::uint32_t inverse = armv81m::inverse_of(cells);
      armv81m::means_of_cells(to, from, g.c, u.count, v.count, x_column, x_row, l,
                              [&](int32x4_t sum) __attribute__((always_inline)) {
                                return armv81m::means_of<R>(sum, cells, inverse);
                              });
    });
  }
#endif
};

}  // namespace ETCH_NAMESPACE
