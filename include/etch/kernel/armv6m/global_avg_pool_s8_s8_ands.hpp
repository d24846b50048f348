// global_avg_pool of signed 8-bit codes, four channels at a time, two sums a word that ANDS takes
// apart.
//
// Needs: the M profile; hwc; C a multiple of 4. Reads: x (N,H,W,C). Writes: y (N,C).
#pragma once

#include <etch/kernel/cortex_m/means_of_words.hpp>

namespace ETCH_NAMESPACE {

/// global_avg_pool of signed 8-bit codes of any format.
struct global_avg_pool_s8_s8_ands : global_means<global_avg_pool_s8_s8_ands, 4> {
  static constexpr const char* name = "global_avg_pool_s8_s8_ands";
  static constexpr bool is_available = ETCH_HAS_M_PROFILE;

  template <class C>
  static constexpr bool accepts =
      global_means::accepts<C> && C::template in<0>::is.shape.c() % 4 == 0;

#if ETCH_HAS_M_PROFILE
  template <class End>
  ETCH_GLUE static void sum_block(const std::int8_t* x, int cells, int channels, const End& end) {
    cortex_m::sums_of_words sums;
    sums.add(x, cells, channels);
    sums.tell(cells, end);
  }
#endif
};

}  // namespace ETCH_NAMESPACE
