// avg_pool of codes of 8 or 16 bits, 8 to 32 bytes of channels at a time: sums by SADDW or UADDW,
// the division by FDIV.
//
// Needs: Advanced SIMD; hwc; at least 8 bytes of channels; windows of at most 256 cells, or 255 of
// 16-bit codes; ties as in CMSIS-NN or TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/aarch64/code_sums.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>

namespace ETCH_NAMESPACE {

#if ETCH_HAS_NEON
namespace neon {

/// The means of sums.
template <class T, rounding R, int Block>
class means_of_codes {
 public:
  using sums = sums_of_codes<T, Block>;
  ETCH_GLUE explicit means_of_codes(int cells) : cells_(static_cast<float>(cells)) {}
  ETCH_GLUE void write(T* y, const sums& of, limits<T> l) const {
    constexpr int codes = 16 / static_cast<int>(sizeof(T));
    if constexpr (Block < codes) {
      store_lanes(y, clamped(half<decltype(load_half(y))>(of), l.low, l.high));
    } else {
      unroll<Block / codes>([&]<int I>() __attribute__((always_inline)) {
        const auto means = whole<I, decltype(load_all_lanes(y))>(of);
        store_lanes(y + codes * I, clamped(means, l.low, l.high));
      });
    }
  }

 private:
  /// mean_of<R> each of four.
  ETCH_GLUE int32x4_t mean(int32x4_t sum) const {
    const float32x4_t all = vcvtq_f32_s32(sum), cells = vdupq_n_f32(cells_);
    if constexpr (R == rounding::toward_zero) {
      return vcvtq_s32_f32(vdivq_f32(all, cells));
    } else if constexpr (R == rounding::half_up) {
      return vcvtmq_s32_f32(vdivq_f32(vaddq_f32(all, vdupq_n_f32(cells_ / 2)), cells));
    } else {
      return vcvtaq_s32_f32(vdivq_f32(all, cells));
    }
  }
  template <int I>
  ETCH_GLUE int16x8_t eight(const sums& of) const {
    return vuzp1q_s16(vreinterpretq_s16_s32(mean(of.template four<2 * I>())),
                      vreinterpretq_s16_s32(mean(of.template four<2 * I + 1>())));
  }
  /// The I-th register of codes.
  template <int I, class Codes>
  ETCH_GLUE Codes whole(const sums& of) const {
    if constexpr (sizeof(T) == 2) return eight<I>(of);
    else
      return __builtin_bit_cast(Codes, vuzp1q_s8(vreinterpretq_s8_s16(eight<2 * I>(of)),
                                                 vreinterpretq_s8_s16(eight<2 * I + 1>(of))));
  }
  template <class Codes>
  ETCH_GLUE Codes half(const sums& of) const {
    if constexpr (sizeof(T) == 2) return vmovn_s32(mean(of.template four<0>()));
    else return __builtin_bit_cast(Codes, vmovn_s16(eight<0>(of)));
  }
  float cells_;
};

}  // namespace neon
#endif

namespace neon {

/// Base of kernel K, avg_pool of codes T.
template <class K, class T>
struct avg_pool_of_codes : kernel_base {
  using op = ops::avg_pool;

  template <class C>
  static constexpr bool accepts = averages_codes<C, 8 / static_cast<int>(sizeof(T)), T>();
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_NEON
    constexpr window_geometry g = C::attributes.at(C::inputs());
    constexpr int size = sizeof(T), bytes = g.c * size;
    constexpr int block = (bytes >= 32 ? 32 : bytes >= 16 ? 16 : 8) / size;
    write_mean_rows<g, block, means_of_codes<T, C::round, block>>(
        a.template out<0>(), a.template in<0>(), output_limits<C>(), rows);
#else
    static_assert(sizeof(A) == 0, "avg_pool by SADDW or UADDW: compile for AArch64");
#endif
  }
};

}  // namespace neon

/// avg_pool of signed 8-bit codes.
struct avg_pool_s8_s8_saddw : neon::avg_pool_of_codes<avg_pool_s8_s8_saddw, std::int8_t> {
  static constexpr const char* name = "avg_pool_s8_s8_saddw";
};
/// avg_pool of unsigned 8-bit codes.
struct avg_pool_u8_u8_uaddw : neon::avg_pool_of_codes<avg_pool_u8_u8_uaddw, std::uint8_t> {
  static constexpr const char* name = "avg_pool_u8_u8_uaddw";
};
/// avg_pool of 16-bit codes.
struct avg_pool_s16_s16_saddw : neon::avg_pool_of_codes<avg_pool_s16_s16_saddw, std::int16_t> {
  static constexpr const char* name = "avg_pool_s16_s16_saddw";
};

}  // namespace ETCH_NAMESPACE
