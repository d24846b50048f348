// avg_pool of signed 8-bit codes, 8 channels at a time: sums by SADDW, the division by FDIV.
//
// Needs: Advanced SIMD; hwc; at least 8 channels; windows of at most 256 cells; ties as in CMSIS-NN
// or TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/layer/pixels.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {

#if ETCH_HAS_NEON
namespace neon {

/// The means of `cells` codes from their sums, as mean_of<R>; R is not half_even, 1 <= cells <=
/// 256. Numerators and divisors are below 2^18: their quotient in single precision is never rounded
/// up to an integer. But for toward_zero, 128 more makes what is divided positive: the integer
/// below is the one towards 0.
template <rounding R>
class means {
 public:
  ETCH_GLUE explicit means(int cells)
      : divisor_(vdupq_n_f32(static_cast<float>(truncates ? cells : 2 * cells))),
        above_(vdupq_n_s32(257 * cells)) {}

  ETCH_GLUE int8x8_t of(int16x8_t sum) const {
    const int32x4_t low = quotient(vmovl_s16(vget_low_s16(sum)));
    const int32x4_t high = quotient(vmovl_high_s16(sum));
    const int16x8_t both = vuzp1q_s16(vreinterpretq_s16_s32(low), vreinterpretq_s16_s32(high));
    return vmovn_s16(truncates ? both : vsubq_s16(both, vdupq_n_s16(128)));
  }

 private:
  static constexpr bool truncates = R == rounding::toward_zero;

  ETCH_GLUE int32x4_t quotient(int32x4_t sum) const {
    if constexpr (truncates) return vcvtq_s32_f32(vdivq_f32(vcvtq_f32_s32(sum), divisor_));
    int32x4_t above = vaddq_s32(above_, vaddq_s32(sum, sum));
    if constexpr (R != rounding::half_up) above = vsraq_n_s32(above, sum, 31);  // ties: one less
    return vcvtq_s32_f32(vdivq_f32(vcvtq_f32_s32(above), divisor_));
  }
  float32x4_t divisor_;
  int32x4_t above_;
};

}  // namespace neon
#endif

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
                              const int8x8_t codes = vmax_s8(mean.of(sum), vdup_n_s8(l.low));
                              vst1_s8(to + c, vmin_s8(codes, vdup_n_s8(l.high)));
                            });
                          });
  }
#endif
};

}  // namespace ETCH_NAMESPACE
