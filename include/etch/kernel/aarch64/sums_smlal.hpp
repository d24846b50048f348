// Sums of a tile on any AArch64: SMULL and SMLAL2 multiply a word of a pixel with that of 4
// filters, SADALP adds neighbours of the 16-bit products to the sums.
//
// A 16-bit number holds the sum of two products but for (-128)(-128) + (-128)(-128), so that two
// are added before SADALP where no two weights that meet are both -128.
#pragma once

#include <etch/kernel/aarch64/quad_sums.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// Where weight k of a word of filter f lies in the weights of the word: 4 filters in 16 bytes,
/// their first two weights, then the other two.
constexpr int smlal_place(int f, int k) { return f / 4 * 16 + k / 2 * 8 + f % 4 * 2 + k % 2; }

/// Whether sums of two products fit into 16 bits, for `bytes` weights in this order.
constexpr bool pairs_fit(const std::int8_t* weights, int bytes) {
  for (int i = 0; i < bytes; ++i) {
    if (weights[i] == -128 && i % 16 < 8 && weights[i + 8] == -128) return false;
  }
  return true;
}

#if ETCH_HAS_NEON

/// The sums of Pixels pixels x 4 Quads filters; Pairs: see above.
template <int Pixels, int Quads, bool Pairs>
struct smlal_sums : quad_sums<Pixels, Quads> {
  /// Adds the products of word T of a step and the filters of blocks First .. First + Count - 1.
  template <const auto& Plan, int T, int First, int Count>
  ETCH_GLUE void add(const int8x16_t* in, const int8x16_t* weight) {
    unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
      constexpr int source = Plan.source[T * Pixels + P], lane = Plan.lane[T * Pixels + P];
      const int8x16_t x = spread<lane>(in[source]);
      int16x8_t low[Count];
      unroll<Count>([&]<int Q>() __attribute__((always_inline)) {
        low[Q] = vmull_s8(vget_low_s8(weight[Q]), vget_low_s8(x));
      });
      unroll<Count>([&]<int Q>() __attribute__((always_inline)) {
        int32x4_t& s = this->sum[P * Quads + First + Q];
        if constexpr (Pairs) {
          s = vpadalq_s16(s, vmlal_high_s8(low[Q], weight[Q], x));
        } else {
          s = vpadalq_s16(vpadalq_s16(s, low[Q]), vmull_high_s8(weight[Q], x));
        }
      });
      // Nothing moves past these: compilers would make products of more pixels and filters than
      // there are registers for.
      unroll<Count>([&]<int Q>() __attribute__((always_inline)) {
        asm volatile("" : "+w"(this->sum[P * Quads + First + Q]));
      });
    });
  }

 private:
  /// The first two bytes of a lane four times, then the other two.
  template <int Lane>
  ETCH_GLUE static int8x16_t spread(int8x16_t in) {
    constexpr std::uint64_t lane = 0x0404040404040404U * Lane;
    const uint8x16_t from =
        vcombine_u8(vcreate_u8(lane + 0x0100010001000100U), vcreate_u8(lane + 0x0302030203020302U));
    return vqtbl1q_s8(in, from);
  }
};

#endif

}  // namespace products
}  // namespace ETCH_NAMESPACE
