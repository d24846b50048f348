// global_avg_pool of signed 8-bit codes, eight channels at a time, by VADD.
//
// Needs: MVE; hwc; at most 256 cells; no ties to even; a factor of at most 1/2.
// Reads: x (N,H,W,C). Writes: y (N,C).
#pragma once

#include <etch/kernel/armv81m/means.hpp>
#include <etch/kernel/generic/global_avg_pool.hpp>
#include <etch/kernel/layer/element_loops.hpp>

namespace ETCH_NAMESPACE {

/// global_avg_pool of signed 8-bit codes of any format.
struct global_avg_pool_s8_s8_vadd : kernel_base {
  using op = ops::global_avg_pool;
  static constexpr const char* name = "global_avg_pool_s8_s8_vadd";

  template <class C>
  static constexpr bool accepts = [] {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr extents e = in::is.shape;
    if (!has_signed_bytes<in> || !__is_same(typename out::storage, std::int8_t) ||
        !__is_same(typename in::layout, hwc) || !in_logical_order<typename out::layout> ||
        in::is.is_constant || e.h() * e.w() > most_summed_bytes) {
      return false;
    }
    if constexpr (global_avg_pool_generic::scales<C>()) {
      return global_avg_pool_generic::pack<C>().factor.shift < 0;
    } else {
      return C::round != rounding::half_even;
    }
  }();
  template <class C>
  static constexpr auto pack() {
    return global_avg_pool_generic::pack<C>();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    if (rows.count == 0) return;  // the whole output is one row
    constexpr extents e = C::template in<0>::is.shape;
    const auto run = [&](const auto& finish) {
      means(a.template out<0>(), a.template in<0>(), e.n(), e.h() * e.w(), e.c(),
            output_limits<C>(), finish);
    };
    if constexpr (global_avg_pool_generic::scales<C>()) {
      run(scaled<C::round>{packed<global_avg_pool_s8_s8_vadd, C>});
    } else {
      run(divided<C::round>{e.h() * e.w()});
    }
#else
    static_assert(sizeof(A) == 0, "global_avg_pool_s8_s8_vadd: compile with -mcpu=cortex-m55");
#endif
  }

#if ETCH_HAS_MVE
 private:
  template <rounding R>
  struct divided {
    int cells;
    ETCH_GLUE int32x4_t operator()(int32x4_t sum) const {
      return armv81m::means_of<R>(sum, cells, armv81m::inverse_of(cells));
    }
  };
  template <rounding R>
  struct scaled {
    global_avg_pool_generic::scaled_mean<R> mean;
    ETCH_GLUE int32x4_t operator()(int32x4_t sum) const {
      using armv81m::epilogue_step;
      constexpr epilogue_step step = R == rounding::tflite_single ? epilogue_step::factor_single
                                                                  : epilogue_step::factor_double;
      const int32x4_t y = armv81m::rounded<step>(vsubq_n_s32(sum, mean.zeros),
                                                 mean.factor.multiplier, mean.factor.shift);
      return vaddq_n_s32(y, mean.zero);
    }
  };
  template <class F>
  ETCH_KERNEL static void means(std::int8_t* y,        // (N,C)
                                const std::int8_t* x,  // (N,H W,C)
                                int batch, int cells, int channels, limits<std::int8_t> l,
                                const F& finish) {
    for (int n = 0; n < batch; ++n, x += cells * channels, y += channels) {
      for (int c = 0; c < channels; c += 8) {
        const mve_pred16_t inside = vctp16q(static_cast<std::uint32_t>(channels - c));
        const int16x8_t sum = armv81m::sums_of_eight(x + c, 1, cells, channels, 0, inside);
        vstrbq_p_s16(y + c,
                     armv81m::limited_bytes(finish(vmovlbq_s16(sum)), finish(vmovltq_s16(sum)), l),
                     inside);
      }
    }
  }
#endif
};

}  // namespace ETCH_NAMESPACE
