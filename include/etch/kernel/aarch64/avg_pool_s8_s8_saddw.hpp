// avg_pool of signed 8-bit codes, 8 channels at a time: sums by SADDW, the division by FDIV.
//
// Needs: Advanced SIMD; hwc; at least 8 channels; windows of at most 256 cells; ties as in CMSIS-NN
// or TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/aarch64/means.hpp>
#include <etch/kernel/layer/pixels.hpp>

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
    for_each_pixel<G>(y, x, rows,
                      [&](std::int8_t* to, const std::int8_t* from, const window_cells& in)
                          __attribute__((always_inline)) {
                            const neon::means<R> mean((in.bottom - in.top) * (in.right - in.left));
                            for_each_block<G.c, 8>([&](int c) __attribute__((always_inline)) {
                              int16x8_t sum = vdupq_n_s16(0);
                              for_each_cell<G>(in, [&](int at, int) __attribute__((always_inline)) {
                                sum = vaddw_s8(sum, vld1_s8(from + at + c));
                              });
                              vst1_s8(to + c, neon::limited(mean.of(sum), l));
                            });
                          });
  }
#endif
};

}  // namespace ETCH_NAMESPACE
