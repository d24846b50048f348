// avg_pool of signed 8-bit codes, four channels at a time, by SXTAB16.
//
// Needs: DSP instructions; hwc; at least 4 channels; windows of at most 256 cells; ties as in
// CMSIS-NN or TensorFlow Lite. Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/means_8bit.hpp>
#include <etch/kernel/cortex_m/gather.hpp>
#include <etch/kernel/layer/inner_cells.hpp>

namespace ETCH_NAMESPACE {

/// avg_pool of signed 8-bit codes of any format.
struct avg_pool_s8_s8_sxtab16 : kernel_base {
  using op = ops::avg_pool;
  static constexpr const char* name = "avg_pool_s8_s8_sxtab16";

  template <class C>
  static constexpr bool accepts = averages_bytes<C, 4>();
  template <class C>
  static constexpr auto pack() {
    return cortex_m::make_window_shape(C::attributes.at(C::inputs()), 0);
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    constexpr limits<std::int8_t> l = output_limits<C>();
    mean_rows<C::round, (l.low > -128 || l.high < 127)>(
        packed<avg_pool_s8_s8_sxtab16, C>, l, a.template rows<0>(), a.template out<0>(), rows);
#else
    static_assert(sizeof(A) == 0, "avg_pool_s8_s8_sxtab16: compile with -mcpu=cortex-m4");
#endif
  }

#if ETCH_HAS_DSP
 private:
  template <rounding R, bool Limited>
  ETCH_KERNEL static void mean_rows(const cortex_m::window_shape& p, limits<std::int8_t> l,
                                    strided_rows<const std::int8_t> x,  // (N H, W C)
                                    std::int8_t* y,                     // (N OH, OW C)
                                    row_block rows) {
    y += rows.first * p.ow * p.c;
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int top = r % p.oh * p.stride_h - p.pad_top;
      const cell_run u = count_cells_inside(top, p.kh, p.dilation_h, p.h);
      const std::int8_t* row = x.row(r / p.oh * p.h + top + u.first * p.dilation_h);
      int left = -p.pad_left;
      for (int j = 0; j < p.ow; ++j, left += p.stride_w, y += p.c) {
        const cell_run v = count_cells_inside(left, p.kw, p.dilation_w, p.w);
        const std::int8_t* from = row + (left + v.first * p.dilation_w) * p.c;
        const int cells = u.count * v.count;
        for (int next = 0; next < p.c; next += 4) {
          // The last four overlap those before: what both write is the same.
          const int c = minimum(next, p.c - 4);
          const armv7em::sums_of_four sum(from + c, u.count, v.count, p.dilation_w * p.c,
                                          p.dilation_h * x.stride);
          unroll<4>([&]<int I>() __attribute__((always_inline)) {
            std::int32_t mean = armv7em::mean_of_codes<R>(sum.template of<I>(), cells);
            if constexpr (Limited) mean = clamp<std::int32_t>(mean, l.low, l.high);
            y[c + I] = static_cast<std::int8_t>(mean);
          });
        }
      }
    }
  }
#endif
};

}  // namespace ETCH_NAMESPACE
