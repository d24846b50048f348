// avg_pool of signed 8-bit codes, 8 to 32 channels at a time: sums by SADDW, the division by FDIV.
//
// Needs: Advanced SIMD; hwc; at least 8 channels; windows of at most 256 cells; ties as in CMSIS-NN
// or TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/layer/unroll.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {

#if ETCH_HAS_NEON
namespace neon {

/// Sums of Block channels, 8 or a multiple of 16.
template <int Block>
struct sums_of_codes {
  int16x8_t eight[Block / 8]{};
  ETCH_GLUE void add(const std::int8_t* x) {
    if constexpr (Block == 8) {
      eight[0] = vaddw_s8(eight[0], vld1_s8(x));
    } else {
      unroll<Block / 16>([&]<int I>() __attribute__((always_inline)) {
        const int8x16_t codes = vld1q_s8(x + 16 * I);
        eight[2 * I] = vaddw_s8(eight[2 * I], vget_low_s8(codes));
        eight[2 * I + 1] = vaddw_high_s8(eight[2 * I + 1], codes);
      });
    }
  }
};

/// Their means.
template <rounding R, int Block>
class means {
 public:
  ETCH_GLUE explicit means(int cells) : by_(cells) {}
  ETCH_GLUE void write(std::int8_t* y, const sums_of_codes<Block>& sums,
                       limits<std::int8_t> l) const {
    unroll<Block / 8>([&]<int I>() __attribute__((always_inline)) {
      const int16x8_t sum = sums.eight[I];
      const int32x4_t low = quotient(vmovl_s16(vget_low_s16(sum)));
      const int32x4_t high = quotient(vmovl_high_s16(sum));
      const int16x8_t both = vuzp1q_s16(vreinterpretq_s16_s32(low), vreinterpretq_s16_s32(high));
      const int8x8_t codes = vmovn_s16(by_.truncates ? both : vsubq_s16(both, vdupq_n_s16(128)));
      vst1_s8(y + 8 * I, vmin_s8(vmax_s8(codes, vdup_n_s8(l.low)), vdup_n_s8(l.high)));
    });
  }

 private:
  ETCH_GLUE int32x4_t quotient(int32x4_t sum) const {
    const float32x4_t divisor = vdupq_n_f32(by_.divisor);
    if constexpr (mean_of_bytes<R>::truncates) {
      return vcvtq_s32_f32(vdivq_f32(vcvtq_f32_s32(sum), divisor));
    }
    int32x4_t above = vaddq_s32(vdupq_n_s32(by_.above), vaddq_s32(sum, sum));
    if constexpr (mean_of_bytes<R>::ties_down) above = vsraq_n_s32(above, sum, 31);
    return vcvtq_s32_f32(vdivq_f32(vcvtq_f32_s32(above), divisor));
  }
  mean_of_bytes<R> by_;
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
    constexpr window_geometry g = C::attributes.at(C::inputs());
    constexpr int block = g.c >= 32 ? 32 : g.c >= 16 ? 16 : 8;
    write_mean_rows<g, block, neon::sums_of_codes<block>, neon::means<C::round, block>>(
        a.template out<0>(), a.template in<0>(), output_limits<C>(), rows);
#else
    static_assert(sizeof(A) == 0, "avg_pool_s8_s8_saddw: compile for AArch64");
#endif
  }
};

}  // namespace ETCH_NAMESPACE
