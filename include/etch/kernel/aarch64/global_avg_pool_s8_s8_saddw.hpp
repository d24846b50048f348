// global_avg_pool of signed 8-bit codes, 8 channels at a time: sums by SADDW, ended as in the
// generic kernel.
//
// Needs: Advanced SIMD; hwc; at least 8 channels and at most 255 cells.
// Reads: x (N,H,W,C). Writes: y (N,C).
#pragma once

#include <etch/kernel/elements.hpp>
#include <etch/kernel/generic/global_avg_pool.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace etch::inline ETCH_ABI {

/// global_avg_pool of signed 8-bit codes by vectors.
struct global_avg_pool_s8_s8_saddw {
  using op = ops::global_avg_pool;
  static constexpr const char* name = "global_avg_pool_s8_s8_saddw";

  template <class C>
  static constexpr bool accepts = [] {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr extents e = in::is.shape;
    return has_signed_bytes<in> && has_signed_bytes<out> && __is_same(typename in::layout, hwc) &&
           in_logical_order<typename out::layout> && !in::is.is_constant && e.c() >= 8 &&
           e.h() * e.w() <= 255;
  }();
  template <class C>
  static constexpr int scratch = 0;
  template <class C>
  static constexpr auto pack() {
    return global_avg_pool_generic::pack<C>();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_NEON
    if (rows.count == 0) return;  // the whole output is one row
    constexpr extents e = C::template in<0>::is.shape;
    const auto run = [&](const auto& finish) {
      means(a.template out<0>(), a.template in<0>(), e.n(), e.h() * e.w(), e.c(),
            output_limits<C>(), finish);
    };
    if constexpr (global_avg_pool_generic::scales<C>()) {
      run(packed<global_avg_pool_s8_s8_saddw, C>);
    } else {
      run(global_avg_pool_generic::code_mean<mean_method<typename C::template in<0>, C::round>,
                                             e.h() * e.w()>{});
    }
#else
    static_assert(sizeof(A) == 0, "global_avg_pool_s8_s8_saddw: compile for AArch64");
#endif
  }

#if ETCH_HAS_NEON
 private:
  template <class F>
  ETCH_KERNEL static void means(std::int8_t* y,        // (N,C)
                                const std::int8_t* x,  // (N,H W,C)
                                int batch, int cells, int channels, limits<std::int8_t> l,
                                const F& finish) {
    for (int n = 0; n < batch; ++n, x += cells * channels, y += channels) {
      for (int next = 0; next < channels; next += 8) {
        // The last block of channels overlaps the one before: what both write is the same.
        const int c = minimum(next, channels - 8);
        int16x8_t sum = vdupq_n_s16(0);
        for (int k = 0; k < cells; ++k) sum = vaddw_s8(sum, vld1_s8(x + k * channels + c));
        std::int16_t all[8];
        vst1q_s16(all, sum);
        for (int i = 0; i < 8; ++i) {
          const std::int32_t mean = finish(std::int32_t{all[i]});
          y[c + i] = static_cast<std::int8_t>(clamp<std::int32_t>(mean, l.low, l.high));
        }
      }
    }
  }
#endif
};

}  // namespace etch::inline ETCH_ABI
