// Sums of a tile by SMMLA, of which one multiplies 8 bytes of 2 pixels with those of 2 filters.
#pragma once

#include <etch/kernel/aarch64/product_plan.hpp>
#include <etch/kernel/layer/unroll.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {
namespace products {

#if ETCH_HAS_I8MM

/// The sums of Pixels pixels, which all lie `Pitch` bytes apart, x 4 Quads filters.
template <int Pixels, int Quads, int Pitch>
struct smmla_sums {
  static constexpr int blocks = 2 * Quads;  ///< of 16 bytes: the weights of a word
  static constexpr int blocks_at_once = 8;
  /// Whether words of two neighbours are 16 bytes of memory.
  static constexpr bool adjacent = Pitch == 8 && Pixels % 2 == 0;
  static constexpr int pairs = ceil_div(Pixels, 2);
  static constexpr int columns = adjacent ? pairs : Pixels;
  static constexpr operand_form form(const window_row& row) {
    return adjacent ? operand_form{16, 2 * row.pixel} : operand_form{8, row.pixel};
  }
  /// The pixels of pair i: neighbours, else half a tile apart, so that several taps share the pair.
  /// An odd number of pixels leaves one that is computed twice.
  static constexpr int first(int i) { return adjacent ? 2 * i : i; }
  static constexpr int second(int i) { return minimum(i + pairs, Pixels - 1); }
  static constexpr int pair_of(int p) { return adjacent ? p / 2 : p % pairs; }
  static constexpr bool is_first(int p) { return first(pair_of(p)) == p; }

  int32x4_t sum[pairs * blocks];  // of pair i and filters 2 j, 2 j + 1: (2 pixels, 2 filters)

  ETCH_GLUE void start(const std::int32_t* bias) {
    unroll<blocks>([&]<int J>() __attribute__((always_inline)) {
      const int32x4_t b = vreinterpretq_s32_s64(vdupq_n_s64(two(bias + 2 * J)));
      unroll<pairs>([&]<int I>() __attribute__((always_inline)) { sum[I * blocks + J] = b; });
    });
  }

  /// Adds the products of word T of a step and the filters of blocks First .. First + Count - 1.
  template <const auto& Plan, int T, int First, int Count>
  ETCH_GLUE void add(const int8x16_t* in, const int8x16_t* weight) {
    unroll<pairs>([&]<int I>() __attribute__((always_inline)) {
      const int8x16_t x = pixels<Plan, T, I>(in);
      unroll<Count>([&]<int J>() __attribute__((always_inline)) {
        int32x4_t& s = sum[I * blocks + First + J];
        s = vmmlaq_s32(s, x, weight[J]);
      });
    });
  }

  /// The sums of pixel P and filters 4 Q .. 4 Q + 3.
  template <int P, int Q>
  ETCH_GLUE int32x4_t quad() const {
    constexpr int at = pair_of(P) * blocks + 2 * Q;
    const int64x2_t a = vreinterpretq_s64_s32(sum[at]), b = vreinterpretq_s64_s32(sum[at + 1]);
    return vreinterpretq_s32_s64(is_first(P) ? vzip1q_s64(a, b) : vzip2q_s64(a, b));
  }

 private:
  ETCH_GLUE static std::int64_t two(const std::int32_t* bias) {
    std::int64_t both;
    __builtin_memcpy(&both, bias, sizeof both);
    return both;
  }

  /// Word T of the two pixels of pair I.
  template <const auto& Plan, int T, int I>
  ETCH_GLUE static int8x16_t pixels(const int8x16_t* in) {
    if constexpr (adjacent) {
      return in[Plan.source[T * columns + I]];
    } else {
      constexpr int at = T * columns + first(I), other = T * columns + second(I);
      const int8x16_t a = in[Plan.source[at]], b = in[Plan.source[other]];
      const int64x2_t low = vreinterpretq_s64_s8(a), high = vreinterpretq_s64_s8(b);
      constexpr int lane = Plan.lane[at], other_lane = Plan.lane[other];
      if constexpr (lane == 0 && other_lane == 0) {
        return vreinterpretq_s8_s64(vzip1q_s64(low, high));
      } else if constexpr (lane == 1 && other_lane == 1) {
        return vreinterpretq_s8_s64(vzip2q_s64(low, high));
      } else if constexpr (lane == 1) {
        return vextq_s8(a, b, 8);
      } else {
        return vreinterpretq_s8_s64(vcopyq_laneq_s64(low, 1, high, 1));
      }
    }
  }
};

#endif

}  // namespace products
}  // namespace ETCH_NAMESPACE
