// Sums of a tile by SDOT, of which one multiplies a word of a pixel with that of 4 filters.
#pragma once

#include <etch/kernel/aarch64/quad_sums.hpp>

namespace ETCH_NAMESPACE {
namespace products {

#if ETCH_HAS_DOTPROD

/// The sums of Pixels pixels x 4 Quads filters.
template <int Pixels, int Quads>
struct sdot_sums : quad_sums<Pixels, Quads> {
  /// Adds the products of word T of a step and the filters of blocks First .. First + Count - 1.
  template <const auto& Plan, int T, int First, int Count>
  ETCH_GLUE void add(const int8x16_t* in, const int8x16_t* weight) {
    unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
      constexpr int source = Plan.source[T * Pixels + P], lane = Plan.lane[T * Pixels + P];
      unroll<Count>([&]<int Q>() __attribute__((always_inline)) {
        int32x4_t& s = this->sum[P * Quads + First + Q];
        s = vdotq_laneq_s32(s, weight[Q], in[source], lane);
      });
    });
  }
};

#endif

}  // namespace products
}  // namespace ETCH_NAMESPACE
