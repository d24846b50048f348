// avg_pool of signed 8-bit codes, 8 channels at a time: sums by SADDW, the division by FDIV.
//
// Needs: Advanced SIMD; hwc; at least 8 channels; windows of at most 256 cells; ties as in CMSIS-NN
// or TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/aarch64/means.hpp>
#include <etch/kernel/layer/inner_cells.hpp>

namespace ETCH_NAMESPACE {

/// avg_pool of signed 8-bit codes by vectors.
struct avg_pool_s8_s8_saddw : kernel_base {
  using op = ops::avg_pool;
  static constexpr const char* name = "avg_pool_s8_s8_saddw";

  template <class C>
  static constexpr bool accepts = averages_bytes<C, 8>();
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_NEON
    mean_rows<C::attributes.at(C::inputs()), C::round>(a.template out<0>(), a.template in<0>(),
                                                       output_limits<C>(), rows);
#else
    static_assert(sizeof(A) == 0, "avg_pool_s8_s8_saddw: compile for AArch64");
#endif
  }

#if ETCH_HAS_NEON
 private:
  template <window_geometry G, rounding R>
  ETCH_KERNEL static void mean_rows(std::int8_t* y,        // (N,OH,OW,C)
                                    const std::int8_t* x,  // (N,H,W,C)
                                    limits<std::int8_t> l, row_block rows) {
    y += rows.first * G.ow * G.c;
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / G.oh, h = r % G.oh * G.stride_h - G.pad_top;
      const cell_range u = cells_inside(h, G.kh, G.dilation_h, G.h);
      for (int j = 0; j < G.ow; ++j, y += G.c) {
        const int left = j * G.stride_w - G.pad_left;
        const cell_range v = cells_inside(left, G.kw, G.dilation_w, G.w);
        const neon::means<R> mean((u.last - u.first) * (v.last - v.first));
        const std::int8_t* from = x + ((n * G.h + h) * G.w + left) * G.c;
        // The last block of channels overlaps the one before: what both write is the same.
        for (int next = 0; next < G.c; next += 8) {
          const int c = minimum(next, G.c - 8);
          int16x8_t sum = vdupq_n_s16(0);
          for (int a = u.first; a < u.last; ++a) {
            for (int b = v.first; b < v.last; ++b) {
              const int at = (a * G.dilation_h * G.w + b * G.dilation_w) * G.c + c;
              sum = vaddw_s8(sum, vld1_s8(from + at));
            }
          }
          vst1_s8(y + c, neon::limited(mean.of(sum), l));
        }
      }
    }
  }
#endif
};

}  // namespace ETCH_NAMESPACE
