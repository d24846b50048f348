// avg_pool of signed 8-bit codes, eight channels at a time, by VADD.
//
// Needs: MVE; hwc; windows of at most 256 cells; ties as in CMSIS-NN or TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv81m/means.hpp>
#include <etch/kernel/armv81m/pools.hpp>
#include <etch/op/avg_pool.hpp>

namespace ETCH_NAMESPACE {

/// avg_pool of signed 8-bit codes of any format.
struct avg_pool_s8_s8_vadd : kernel_base {
  using op = ops::avg_pool;
  static constexpr const char* name = "avg_pool_s8_s8_vadd";

  template <class C>
  static constexpr bool accepts = [] {
    constexpr window_geometry g = C::attributes.at(C::inputs());
    return armv81m::pools_bytes<C> && has_signed_bytes<typename C::template in<0>> &&
           C::round != rounding::half_even && g.kh * g.kw <= most_summed_bytes;
  }();
  template <class C>
  static constexpr auto pack() {
    return C::attributes.at(C::inputs());
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    means<C::round>(packed<avg_pool_s8_s8_vadd, C>, output_limits<C>(), a.template in<0>(),
                    a.template out<0>(), rows);
#else
    static_assert(sizeof(A) == 0, "avg_pool_s8_s8_vadd: compile with -mcpu=cortex-m55");
#endif
  }

#if ETCH_HAS_MVE
 private:
  template <rounding R>
  ETCH_KERNEL static void means(const window_geometry& g, limits<std::int8_t> l,
                                const std::int8_t* x,  // (N,H,W,C)
                                std::int8_t* y,        // (N,OH,OW,C)
                                row_block rows) {
    const int x_column = g.dilation_w * g.c, x_row = g.dilation_h * g.w * g.c;
    armv81m::for_each_window(
        g, x, y, rows, [&](std::int8_t* to, const std::int8_t* from, int height, int width) {
          const int cells = height * width;
          const std::uint32_t inverse = armv81m::inverse_of(cells);
          for (int c = 0; c < g.c; c += 8) {
            const mve_pred16_t inside = vctp16q(static_cast<std::uint32_t>(g.c - c));
            const int16x8_t sum =
                armv81m::sums_of_eight(from + c, height, width, x_column, x_row, inside);
            vstrbq_p_s16(
                to + c,
                armv81m::limited_bytes(armv81m::means_of<R>(vmovlbq_s16(sum), cells, inverse),
                                       armv81m::means_of<R>(vmovltq_s16(sum), cells, inverse), l),
                inside);
          }
        });
  }
#endif
};

}  // namespace ETCH_NAMESPACE
