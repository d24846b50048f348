// global_avg_pool of signed 8-bit codes, eight channels at a time, by VADD.
//
// Needs: MVE; hwc; at most 256 cells; no ties to even; a factor of at most 1/2.
// Reads: x (N,H,W,C). Writes: y (N,C).
#pragma once

#include <etch/kernel/armv81m/pools.hpp>

namespace ETCH_NAMESPACE {

/// global_avg_pool of signed 8-bit codes of any format.
struct global_avg_pool_s8_s8_vadd : global_means<global_avg_pool_s8_s8_vadd, 1> {
  static constexpr const char* name = "global_avg_pool_s8_s8_vadd";
  static constexpr bool is_available = ETCH_HAS_MVE;

  template <class C>
  static constexpr bool accepts = [] {
    constexpr extents e = C::template in<0>::is.shape;
    if constexpr (!global_means::accepts<C> || e.h() * e.w() > most_summed_bytes) return false;
    else if constexpr (global_avg_pool_generic::scales<C>()) return pack<C>().factor.shift < 0;
    else return C::round != rounding::half_even && !is_onnxruntime(C::round);
  }();

#if ETCH_HAS_MVE
 private:
  friend global_means;
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
  template <class C, class A, class F>
  static void with_end([[maybe_unused]] const A& a, const F& f) {
    constexpr extents e = C::template in<0>::is.shape;
    if constexpr (!global_avg_pool_generic::scales<C>()) f(divided<C::round>{e.h() * e.w()});
    else f(scaled<C::round>{kernel_constants<global_avg_pool_s8_s8_vadd, C>(a)});
  }
  template <bool, class F>
  ETCH_KERNEL static void means(std::int8_t* y,        // (N,C)
                                const std::int8_t* x,  // (N,H W,C)
                                int batch, int cells, int channels, limits<std::int8_t> l,
                                const F& epilogue) {
    for (int n = 0; n < batch; ++n, x += cells * channels, y += channels) {
      armv81m::means_of_cells(y, x, channels, 1, cells, channels, 0, l, epilogue);
    }
  }
#endif
};

}  // namespace ETCH_NAMESPACE
