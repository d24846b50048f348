// global_avg_pool of signed 8-bit codes, four channels at a time, by SXTAB16.
//
// Needs: DSP instructions; hwc; at least 4 channels and at most 255 cells.
// Reads: x (N,H,W,C). Writes: y (N,C).
#pragma once

#include <etch/kernel/armv7em/means_8bit.hpp>
#include <etch/kernel/elements.hpp>
#include <etch/kernel/generic/global_avg_pool.hpp>

namespace etch::inline ETCH_ABI {

/// global_avg_pool of signed 8-bit codes of any format.
struct global_avg_pool_s8_s8_sxtab16 {
  using op = ops::global_avg_pool;
  static constexpr const char* name = "global_avg_pool_s8_s8_sxtab16";

  template <class C>
  static constexpr bool accepts = [] {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr extents e = in::is.shape;
    return has_signed_bytes<in> && __is_same(typename out::storage, std::int8_t) &&
           __is_same(typename in::layout, hwc) && in_logical_order<typename out::layout> &&
           !in::is.is_constant && e.c() >= 4 && e.h() * e.w() <= armv7em::most_cells;
  }();
  template <class C>
  static constexpr int scratch = 0;
  template <class C>
  static constexpr auto pack() {
    return global_avg_pool_generic::pack<C>();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    if (rows.count == 0) return;  // the whole output is one row
    constexpr extents e = C::template in<0>::is.shape;
    const auto run = [&](const auto& finish) {
      means(a.template out<0>(), a.template in<0>(), e.n(), e.h() * e.w(), e.c(),
            output_limits<C>(), finish);
    };
    if constexpr (global_avg_pool_generic::scales<C>()) {
      run(packed<global_avg_pool_s8_s8_sxtab16, C>);
    } else {
      run(global_avg_pool_generic::code_mean<mean_method<typename C::template in<0>, C::round>,
                                             e.h() * e.w()>{});
    }
#else
    static_assert(sizeof(A) == 0, "global_avg_pool_s8_s8_sxtab16: compile with -mcpu=cortex-m4");
#endif
  }

#if ETCH_HAS_DSP
 private:
  template <class F>
  ETCH_KERNEL static void means(std::int8_t* y,        // (N,C)
                                const std::int8_t* x,  // (N,H W,C)
                                int batch, int cells, int channels, limits<std::int8_t> l,
                                const F& finish) {
    for (int n = 0; n < batch; ++n, x += cells * channels, y += channels) {
      for (int next = 0; next < channels; next += 4) {
        // The last four overlap those before: what both write is the same.
        const int c = minimum(next, channels - 4);
        const armv7em::sums_of_four sum(x + c, 1, cells, channels, 0);
        unroll<4>([&]<int I>() __attribute__((always_inline)) {
          const std::int32_t mean = finish(sum.template of<I>());
          y[c + I] = static_cast<std::int8_t>(clamp<std::int32_t>(mean, l.low, l.high));
        });
      }
    }
  }
#endif
};

}  // namespace etch::inline ETCH_ABI
