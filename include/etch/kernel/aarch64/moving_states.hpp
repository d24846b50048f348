// States of svdf on AArch64: codes move and meet their weights in vectors, four filters at a time,
// whose sums are added up together.
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/kernel/layer/unroll.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {
namespace neon {

#if ETCH_HAS_NEON

/// A vector of codes of a state: 8 of 16 bits, 16 or 8 of 8 bits.
struct eight_shorts {
  using code = std::int16_t;
  static constexpr int lanes = 8;
  int16x8_t codes;
  ETCH_GLUE static eight_shorts load(const code* from) { return {vld1q_s16(from)}; }
  ETCH_GLUE void store(code* to) const { vst1q_s16(to, codes); }
  /// The next codes, of which the last is *last.
  ETCH_GLUE void take_last(const code* last) { codes = vld1q_lane_s16(last, codes, lanes - 1); }
  /// All but the first, and *last.
  ETCH_GLUE void move_by_one(const code* last) {
    codes = vld1q_lane_s16(last, codes, 0);
    codes = vextq_s16(codes, codes, 1);
  }
  /// Sum and products with w, of those from lane First on.
  template <int First>
  ETCH_GLUE int32x4_t add_to(int32x4_t sum, const code* w) const {
    const int16x8_t weights = load_from<First>(w);
    return vmlal_high_s16(vmlal_s16(sum, vget_low_s16(codes), vget_low_s16(weights)), codes,
                          weights);
  }
  template <int First>
  ETCH_GLUE int64x2_t add_to(int64x2_t sum, const code* w) const {
    const int16x8_t weights = load_from<First>(w);
    sum = vpadalq_s32(sum, vmull_s16(vget_low_s16(codes), vget_low_s16(weights)));
    return vpadalq_s32(sum, vmull_high_s16(codes, weights));
  }

 private:
  template <int First>
  ETCH_GLUE static int16x8_t load_from(const code* w) {
    const int16x8_t weights = vld1q_s16(w), zeros = vdupq_n_s16(0);
    if constexpr (First == 0) return weights;
    else return vextq_s16(zeros, vextq_s16(weights, zeros, First), 8 - First);
  }
};
struct sixteen_bytes {
  using code = std::int8_t;
  static constexpr int lanes = 16;
  int8x16_t codes;
  ETCH_GLUE static sixteen_bytes load(const code* from) { return {vld1q_s8(from)}; }
  ETCH_GLUE void store(code* to) const { vst1q_s8(to, codes); }
  ETCH_GLUE void take_last(const code* last) { codes = vld1q_lane_s8(last, codes, lanes - 1); }
  ETCH_GLUE void move_by_one(const code* last) {
    codes = vld1q_lane_s8(last, codes, 0);
    codes = vextq_s8(codes, codes, 1);
  }
  template <int First>
  ETCH_GLUE int32x4_t add_to(int32x4_t sum, const code* w) const {
    int8x16_t weights = vld1q_s8(w);
    if constexpr (First > 0) {
      const int8x16_t zeros = vdupq_n_s8(0);
      weights = vextq_s8(zeros, vextq_s8(weights, zeros, First), 16 - First);
    }
#if ETCH_HAS_DOTPROD
    return vdotq_s32(sum, codes, weights);
#else
    sum = vpadalq_s16(sum, vmull_s8(vget_low_s8(codes), vget_low_s8(weights)));
    return vpadalq_s16(sum, vmull_high_s8(codes, weights));
#endif
  }
};
struct eight_bytes {
  using code = std::int8_t;
  static constexpr int lanes = 8;
  int8x8_t codes;
  ETCH_GLUE static eight_bytes load(const code* from) { return {vld1_s8(from)}; }
  ETCH_GLUE void store(code* to) const { vst1_s8(to, codes); }
  ETCH_GLUE void take_last(const code* last) { codes = vld1_lane_s8(last, codes, lanes - 1); }
  ETCH_GLUE void move_by_one(const code* last) {
    codes = vld1_lane_s8(last, codes, 0);
    codes = vext_s8(codes, codes, 1);
  }
  template <int First>
  ETCH_GLUE int32x4_t add_to(int32x4_t sum, const code* w) const {
    int8x8_t weights = vld1_s8(w);
    if constexpr (First > 0) {
      const int8x8_t zeros = vdup_n_s8(0);
      weights = vext_s8(zeros, vext_s8(weights, zeros, First), 8 - First);
    }
    return vpadalq_s16(sum, vmull_s8(codes, weights));
  }
};

/// Sums of four filters, each in the lanes of a vector at first.
struct four_sums {
  int32x4_t of[4];
  ETCH_GLUE static int32x4_t zero() { return vdupq_n_s32(0); }
  ETCH_GLUE void add_to(std::int32_t* sum) const {
    vst1q_s32(sum, vaddq_s32(vld1q_s32(sum),
                             vpaddq_s32(vpaddq_s32(of[0], of[1]), vpaddq_s32(of[2], of[3]))));
  }
};
struct four_long_sums {
  int64x2_t of[4];
  ETCH_GLUE static int64x2_t zero() { return vdupq_n_s64(0); }
  ETCH_GLUE void add_to(std::int64_t* sum) const {
    vst1q_s64(sum, vaddq_s64(vld1q_s64(sum), vpaddq_s64(of[0], of[1])));
    vst1q_s64(sum + 2, vaddq_s64(vld1q_s64(sum + 2), vpaddq_s64(of[2], of[3])));
  }
};

#endif

/// What svdf.hpp asks of Products.
struct moving_states {
  /// Whether vectors move states of so many codes.
  template <int Count, class Sum, class Code>
  static constexpr bool moves_states =
      Count >= 8 && Count <= 64 &&
      ((__is_same(Sum, std::int32_t) && __is_same(Code, std::int8_t)) ||
       (__is_same(Code, std::int16_t) &&
        (__is_same(Sum, std::int32_t) || __is_same(Sum, std::int64_t))));

#if ETCH_HAS_NEON
  /// Of each of `filters` filters: Count codes of `past` drop the oldest and get the next of
  /// `last`; its sum, of which there are 16, gets the sum of their products with w.
  template <int Count, class Sum, class Code>
  ETCH_GLUE static void move_states(Sum* sum, Code* past, const Code* last, const Code* w,
                                    int filters) {
    // Those before the last may read a code of the next one's.
    for (; filters > 4; filters -= 4, sum += 4, last += 4, past += 4 * Count, w += 4 * Count)
      move_four<Count, 4, 4>(sum, past, last, w);
    switch (filters) {
      case 4: return move_four<Count, 4, 3>(sum, past, last, w);
      case 3: return move_four<Count, 3, 2>(sum, past, last, w);
      case 2: return move_four<Count, 2, 1>(sum, past, last, w);
      default: return move_four<Count, 1, 0>(sum, past, last, w);
    }
  }
  /// Whether move_block moves states of so many codes.
  template <int Count, class Sum, class Code>
  static constexpr bool moves_whole_blocks =
      Count == 16 &&
      ((__is_same(Sum, std::int32_t) && __is_same(Code, std::int8_t) && ETCH_HAS_DOTPROD) ||
       (__is_same(Sum, std::int64_t) && __is_same(Code, std::int16_t)));
  /// sum[i] = start[i] and that of filter i, of 16; HasLowest: a weight may be the lowest of all.
#if ETCH_HAS_DOTPROD
  template <int Count, bool HasLowest>
  ETCH_GLUE static void move_block(std::int32_t* sum, const std::int32_t* start, std::int8_t* past,
                                   const std::int8_t* newest, const std::int8_t* w) {
    static_assert(Count == 16);
    const int8x16_t last = vld1q_s8(newest);
    const std::int8_t* next = past + 1;
    asm("" : "+r"(next));  // at multiples of 16 from here, for LDP
    unroll<4>([&]<int Four>() __attribute__((always_inline)) {
      const int8x16x4_t weights = vld1q_s8_x4(w);
      w += 64;
      int8x16_t codes[4];
      int32x4_t of[4];
      start_two(of, start), start_two(of + 2, start);
      unroll<4>([&]<int I>() __attribute__((always_inline)) {
        constexpr int filter = 4 * Four + I;
        // the last vector ends where its codes do
        if constexpr (filter == 15) codes[I] = vextq_s8(vld1q_s8(past + 16 * filter), last, 1);
        else codes[I] = vld1q_s8(next + 16 * filter);
      });
      unroll<4>([&]<int I>() __attribute__((always_inline)) {
        constexpr int filter = 4 * Four + I;
        codes[I] = vcopyq_laneq_s8(codes[I], 15, last, filter);
        vst1q_s8(past + 16 * filter, codes[I]);
        of[I] = vdotq_s32(of[I], codes[I], weights.val[I]);
      });
      vst1q_s32(sum + 4 * Four, vpaddq_s32(vpaddq_s32(of[0], of[1]), vpaddq_s32(of[2], of[3])));
    });
  }
#endif
  template <int Count, bool HasLowest>
  ETCH_GLUE static void move_block(std::int64_t* sum, const std::int32_t* start, std::int16_t* past,
                                   const std::int16_t* newest, const std::int16_t* w) {
    static_assert(Count == 16);
    const int16x8_t last[2]{vld1q_s16(newest), vld1q_s16(newest + 8)};
    const std::int16_t* next = past + 1;
    asm("" : "+r"(next));  // at multiples of 16 bytes from here, for LDP
    unroll<8>([&]<int Two>() __attribute__((always_inline)) {
      const int16x8x4_t weights = vld1q_s16_x4(w);
      w += 32;
      int64x2_t of[2];
      unroll<2>([&]<int I>() __attribute__((always_inline)) {
        constexpr int filter = 2 * Two + I;
        std::int16_t* const to = past + 16 * filter;
        const int16x8_t first = vld1q_s16(next + 16 * filter);
        int16x8_t second;
        // the last vector ends where its codes do
        if constexpr (filter == 15) second = vextq_s16(vld1q_s16(to + 8), last[1], 1);
        else second = vld1q_s16(next + 16 * filter + 8);
        second = vcopyq_laneq_s16(second, 7, last[filter / 8], filter % 8);
        vst1q_s16(to, first), vst1q_s16(to + 8, second);
        of[I] = products<HasLowest>(first, weights.val[2 * I], second, weights.val[2 * I + 1]);
      });
      const int64x2_t both = vpaddq_s64(of[0], of[1]);
      vst1q_s64(sum + 2 * Two, vaddw_s32(both, vld1_s32(start + 2 * Two)));
      asm volatile("" : "+r"(w));  // compilers would begin with all, and store some
    });
  }
  /// to[i] = sum[i], of 16; whether all are numbers of 32 bits but the lowest and the highest.
  ETCH_GLUE static bool narrow_sums(std::int32_t* to, const std::int64_t* sum) {
    uint32x4_t most = vdupq_n_u32(0);
    unroll<4>([&]<int I>() __attribute__((always_inline)) {
      const int64x2_t a = vld1q_s64(sum + 4 * I), b = vld1q_s64(sum + 4 * I + 2);
      const int32x4_t four = vqmovn_high_s64(vqmovn_s64(a), b);
      most = vmaxq_u32(most, vreinterpretq_u32_s32(vqabsq_s32(four)));
      vst1q_s32(to + 4 * I, four);
    });
    return vmaxvq_u32(most) < INT32_MAX;
  }

 private:
  /// The next numbers in the first lanes of two vectors of zeros.
  ETCH_GLUE static void start_two(int32x4_t* to, const std::int32_t*& from) {
    asm("ldp %s0, %s1, [%2], #8"
        : "=w"(to[0]), "=w"(to[1]), "+r"(from)
        : "m"(*reinterpret_cast<const std::int32_t(*)[2]>(from)));
  }
  /// Sums of products a v + b w; 32 bits hold that of two but for (-2^15)^2 + (-2^15)^2.
  template <bool HasLowest>
  ETCH_GLUE static int64x2_t products(int16x8_t a, int16x8_t v, int16x8_t b, int16x8_t w) {
    const int32x4_t first = vmull_s16(vget_low_s16(a), vget_low_s16(v));
    const int32x4_t second = vmull_s16(vget_low_s16(b), vget_low_s16(w));
    if constexpr (HasLowest) {
      const int64x2_t sum = vpadalq_s32(vpaddlq_s32(first), second);
      return vpadalq_s32(vpadalq_s32(sum, vmull_high_s16(a, v)), vmull_high_s16(b, w));
    } else {
      return vpadalq_s32(vpaddlq_s32(vmlal_high_s16(first, a, v)), vmlal_high_s16(second, b, w));
    }
  }
  template <int Count, class Code>
  static auto vector_of() {
    if constexpr (sizeof(Code) == 2) return eight_shorts{};
    else if constexpr (Count >= 16) return sixteen_bytes{};
    else return eight_bytes{};
  }
  /// So many filters, of which the first Inner have one behind them.
  template <int Count, int Filters, int Inner, class Sum, class Code>
  ETCH_GLUE static void move_four(Sum* sum, Code* past, const Code* last, const Code* w) {
    using sums = element_t<list<four_sums, four_long_sums>, sizeof(Sum) == 8 ? 1 : 0>;
    sums all;
    unroll<4>([&]<int I>() __attribute__((always_inline)) {
      all.of[I] = sums::zero();
      if constexpr (I < Filters)
        move_and_add<Count, (I < Inner)>(all.of[I], past + I * Count, last + I, w + I * Count);
    });
    all.add_to(sum);
  }
  template <int Count, bool IsInner, class Vector, class Code>
  ETCH_GLUE static void move_and_add(Vector& sum, Code* past, const Code* last, const Code* w) {
    using vector = decltype(vector_of<Count, Code>());
    constexpr int lanes = vector::lanes, count = ceil_div(Count, lanes);
    // the last vector begins early enough to be whole
    constexpr int again = count * lanes - Count;
    const auto at = [](int i) __attribute__((always_inline)) {
      return i + 1 < count ? i * lanes : Count - lanes;
    };
    vector codes[count];
    unroll<count>([&]<int I>() __attribute__((always_inline)) {
      if constexpr (I + 1 < count || IsInner) codes[I] = vector::load(past + at(I) + 1);
      else codes[I] = vector::load(past + at(I));
    });
    if constexpr (IsInner) codes[count - 1].take_last(last);
    else codes[count - 1].move_by_one(last);
    unroll<count>([&]<int I>() __attribute__((always_inline)) {
      codes[I].store(past + at(I));
      sum = codes[I].template add_to<(I + 1 < count ? 0 : again)>(sum, w + at(I));
    });
  }
#endif
};

}  // namespace neon
}  // namespace ETCH_NAMESPACE
