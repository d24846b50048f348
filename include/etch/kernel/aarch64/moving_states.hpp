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
    block_of_states at{past + 1, past, w};
    unroll<4>([&]<int Four>() __attribute__((always_inline)) {
      constexpr int lane = 4 * Four % 8, second = lane + 2;
      constexpr bool is_end = Four == 3;
      const int16x8_t last = vld1q_s16(newest + 8 * (Four / 2));
      const int32x4_t biases = vld1q_s32(start + 4 * Four);
      const int64x2_t low = move_two<lane, false, HasLowest>(at, past, last);
      const int64x2_t high = move_two<second, is_end, HasLowest>(at, past, last);
      vst1q_s64(sum + 4 * Four, vaddw_s32(low, vget_low_s32(biases)));
      vst1q_s64(sum + 4 * Four + 2, vaddw_high_s32(high, biases));
    });
  }
  /// to[i] = sum[i], of 16; whether all are numbers of 32 bits but the lowest and the highest.
  ETCH_GLUE static bool narrow_sums(std::int32_t* to, const std::int64_t* sum) {
    int32x4_t most;
    unroll<4>([&]<int I>() __attribute__((always_inline)) {
      const int64x2_t a = vld1q_s64(sum + 4 * I), b = vld1q_s64(sum + 4 * I + 2);
      const int32x4_t four = vqmovn_high_s64(vqmovn_s64(a), b), size = vqabsq_s32(four);
      vst1q_s32(to + 4 * I, four);
      if constexpr (I == 0) most = size;
      else most = vmaxq_s32(most, size);
    });
    return vmaxvq_s32(most) < INT32_MAX;
  }

 private:
  /// The next numbers in the first lanes of two vectors of zeros.
  ETCH_GLUE static void start_two(int32x4_t* to, const std::int32_t*& from) {
    asm("ldp %s0, %s1, [%2], #8"
        : "=w"(to[0]), "=w"(to[1]), "+r"(from)
        : "m"(*reinterpret_cast<const std::int32_t(*)[2]>(from)));
  }
  struct block_of_states {
    const std::int16_t* next;  // a code behind `past`
    std::int16_t* past;
    const std::int16_t* w;
  };
  /// The sums of two filters, whose newest codes are lanes Lane and Lane + 1 of `newest`, in the
  /// block whose states are `all`. IsEnd: no code may be read behind theirs. 32 bits hold the sum
  /// of two products but for (-2^15)^2 + (-2^15)^2.
  template <int Lane, bool IsEnd, bool HasLowest>
  ETCH_GLUE static int64x2_t move_two(block_of_states& at, std::int16_t* all, int16x8_t newest) {
    int64x2_t sum;
    // By hand: compilers copy vectors and products that lie in four registers in a row.
    asm(".if %c8\n\t"
        "ld1 {v16.8h-v18.8h}, [%1], #48\n\tldur q19, [%1, #-2]\n\t"
        "ext v19.16b, v19.16b, v19.16b, #2\n\t"
        ".else\n\t"
        "ld1 {v16.8h-v19.8h}, [%1], #64\n\t"
        ".endif\n\t"
        "ld1 {v20.8h-v23.8h}, [%3], #64\n\t"
        "ins v17.h[7], %5.h[%c6]\n\tins v19.h[7], %5.h[%c7]\n\t"
        "st1 {v16.8h-v19.8h}, [%2], #64\n\t"
        "smull v24.4s, v16.4h, v20.4h\n\tsmull v25.4s, v18.4h, v22.4h\n\t"
        "smull v26.4s, v17.4h, v21.4h\n\tsmull v27.4s, v19.4h, v23.4h\n\t"
        ".if %c9\n\t"
        "saddlp v24.2d, v24.4s\n\tsaddlp v25.2d, v25.4s\n\t"
        "sadalp v24.2d, v26.4s\n\tsadalp v25.2d, v27.4s\n\t"
        "smull2 v26.4s, v16.8h, v20.8h\n\tsmull2 v27.4s, v18.8h, v22.8h\n\t"
        "sadalp v24.2d, v26.4s\n\tsadalp v25.2d, v27.4s\n\t"
        "smull2 v26.4s, v17.8h, v21.8h\n\tsmull2 v27.4s, v19.8h, v23.8h\n\t"
        ".else\n\t"
        "smlal2 v24.4s, v16.8h, v20.8h\n\tsmlal2 v25.4s, v18.8h, v22.8h\n\t"
        "smlal2 v26.4s, v17.8h, v21.8h\n\tsmlal2 v27.4s, v19.8h, v23.8h\n\t"
        "saddlp v24.2d, v24.4s\n\tsaddlp v25.2d, v25.4s\n\t"
        ".endif\n\t"
        "sadalp v24.2d, v26.4s\n\tsadalp v25.2d, v27.4s\n\t"
        "addp %0.2d, v24.2d, v25.2d"
        : "=w"(sum), "+&r"(at.next), "+&r"(at.past), "+&r"(at.w),
          "+m"(*reinterpret_cast<std::int16_t(*)[256]>(all))
        : "w"(newest), "i"(Lane), "i"(Lane + 1), "i"(IsEnd ? 1 : 0), "i"(HasLowest ? 1 : 0)
        : "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27");
    return sum;
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
