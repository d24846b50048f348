// global_avg_pool of signed 8-bit codes, four channels at a time, by SXTAB16.
//
// Needs: DSP instructions; hwc; at least 4 channels.
// Reads: x (N,H,W,C). Writes: y (N,C).
#pragma once

#include <etch/kernel/armv7em/avg_pool_s8_s8_sxtab16.hpp>

namespace ETCH_NAMESPACE {

/// global_avg_pool of signed 8-bit codes of any format.
struct global_avg_pool_s8_s8_sxtab16 : global_means<global_avg_pool_s8_s8_sxtab16, 4> {
  static constexpr const char* name = "global_avg_pool_s8_s8_sxtab16";
  static constexpr bool is_available = ETCH_HAS_DSP;

#if ETCH_HAS_DSP
  template <class End>
  ETCH_GLUE static void sum_block(const std::int8_t* x, int cells, int channels, const End& end) {
    const armv7em::sums_of_four sum(x, 1, cells, channels, 0);
    unroll<4>([&]<int I>() __attribute__((always_inline)) { end(I, sum.template of<I>()); });
  }
#endif
};

}  // namespace ETCH_NAMESPACE
