// What conv2d and dense in single precision by Advanced SIMD share: vectors of four for
// float_tiles.hpp.
#pragma once

#include <etch/format/bf16.hpp>
#include <etch/format/f16.hpp>
#include <etch/kernel/layer/float_tiles.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {
namespace neon {

#if ETCH_HAS_NEON

/// Four floats. A product and the sum that takes it are rounded each, as in the generic kernels,
/// where the compiler fuses neither (-ffp-contract=off).
struct four_floats {
  using type = float32x4_t;
  static constexpr int width = 4;

  ETCH_GLUE static type zero() { return vdupq_n_f32(0); }
  ETCH_GLUE static type load(const float* from) { return vld1q_f32(from); }
  ETCH_GLUE static type load(const minifloat_code<bf16_description>* from) {
    const uint16x4_t codes = vld1_u16(reinterpret_cast<const std::uint16_t*>(from));
    return vreinterpretq_f32_u32(vshll_n_u16(codes, 16));
  }
  ETCH_GLUE static type load(const minifloat_code<f16_description>* from) {
    return vcvt_f32_f16(
        vreinterpret_f16_u16(vld1_u16(reinterpret_cast<const std::uint16_t*>(from))));
  }
  ETCH_GLUE static float read(minifloat_code<f16_description> code) {
    return static_cast<float>(__builtin_bit_cast(__fp16, code.bits));
  }
  template <int Count>
  ETCH_GLUE static void store(float* to, type x) {
    if constexpr (Count == 4) {
      vst1q_f32(to, x);
    } else {
      if constexpr (Count >= 2) vst1_f32(to, vget_low_f32(x));
      if constexpr (Count % 2 == 1) vst1q_lane_f32(to + Count - 1, x, Count - 1);
    }
  }
  ETCH_GLUE static type times(type a, float x) { return vmulq_n_f32(a, x); }
  ETCH_GLUE static type plus(type a, type b) { return vaddq_f32(a, b); }
  ETCH_GLUE static type plus_product(type sum, type a, type b) { return vfmaq_f32(sum, a, b); }
  ETCH_GLUE static type plus_product(type sum, type a, float x) { return vfmaq_n_f32(sum, a, x); }
  /// As clamp() of scalars: what is no number stays none.
  ETCH_GLUE static type clamped(type x, limits<float> l) {
    const type low = vdupq_n_f32(l.low), high = vdupq_n_f32(l.high);
    x = vbslq_f32(vcgtq_f32(low, x), low, x);
    return vbslq_f32(vcltq_f32(high, x), high, x);
  }
};

#endif

/// Base of kernel K, which runs Op.
template <class K, class Op>
struct fmul_kernel : vectors::float_kernel<K, Op> {
  static constexpr bool fuses = true;  // by FMLA
  /// Filters that are summed together: the most that leave no more than a quarter of padding; of a
  /// group, which has none, as many as registers hold.
  static constexpr int block(const window_geometry& g) {
    if (g.groups > 1) return minimum(round_up(g.oc / g.groups, 4), 16);
    if (vectors::fills_blocks(g.oc, 16)) return 16;
    return vectors::fills_blocks(g.oc, 8) ? 8 : 4;
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_NEON
    fmul_kernel::template run_tiles<four_floats, 64, C>(a, rows);  // in 16 registers
#else
    static_assert(sizeof(A) == 0, "kernels by FMUL: compile for AArch64");
#endif
  }
};

}  // namespace neon
}  // namespace ETCH_NAMESPACE
