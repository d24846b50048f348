// A tile of output pixels x filters by SDOT: sums in registers from the bias to the codes.
#pragma once

#include <etch/kernel/aarch64/finish.hpp>
#include <etch/kernel/aarch64/sdot_plan.hpp>
#include <etch/kernel/unroll.hpp>

namespace etch::inline ETCH_ABI {
namespace sdot {

/// Loads of one step: `Bytes` of each tap, nothing read at or behind `Limit`.
template <window_row Row, int Bytes, int Pixels, int Limit>
inline constexpr auto plan_of = plan_step<Row.words(Bytes), Pixels>(Row, Bytes, Limit);

#if ETCH_HAS_DOTPROD

/// Hides where p came from, so that the next load is by p alone, with no address sum before it.
template <class T>
ETCH_GLUE void forget(const T*& p) {
  asm volatile("" : "+r"(p));
}

/// The next 64 bytes of weights, by one instruction that also moves w on.
struct weight_block {
  int8x16_t at[4];
};
ETCH_GLUE weight_block next_weights(const std::int8_t*& w) {
  const int8x16x4_t four = vld1q_s8_x4(w);
  w += 64;
  forget(w);
  return {{four.val[0], four.val[1], four.val[2], four.val[3]}};
}

/// Width bytes in the low lanes.
template <int Width>
ETCH_GLUE int8x16_t load_input(const std::int8_t* x) {
  if constexpr (Width == 16) {
    return vld1q_s8(x);
  } else if constexpr (Width == 8) {
    return vcombine_s8(vld1_s8(x), vdup_n_s8(0));
  } else {
    std::int32_t word;
    __builtin_memcpy(&word, x, sizeof(word));
    return vreinterpretq_s8_s32(vdupq_n_s32(word));
  }
}

/// The sums of Pixels pixels x 4 Quads filters.
template <int Pixels, int Quads>
struct tile {
  int32x4_t sum[Pixels * Quads];

  ETCH_GLUE void start(const std::int32_t* bias) {
    unroll<Quads>([&]<int Q>() __attribute__((always_inline)) {
      const int32x4_t b = vld1q_s32(bias + 4 * Q);
      unroll<Pixels>([&]<int P>() __attribute__((always_inline)) { sum[P * Quads + Q] = b; });
    });
  }

  /// Adds the products of one step; `w` moves behind the weights of the step.
  template <window_row Row, int Bytes, int Limit>
  ETCH_GLUE void step(const std::int8_t* x, const std::int8_t*& w) {
    static constexpr const auto& plan = plan_of<Row, Bytes, Pixels, Limit>;
    constexpr int words = Row.words(Bytes), blocks = words * Quads;
    int8x16_t in[plan.loads];
    int8x16_t weight[blocks];
    unroll<words>([&]<int T>() __attribute__((always_inline)) {
      if constexpr (T * Quads % 4 == 0) __atomic_signal_fence(__ATOMIC_SEQ_CST);
      unroll<plan.loads>([&]<int I>() __attribute__((always_inline)) {
        if constexpr (plan.first_word[I] == T) {
          in[I] = load_input<plan.width[I]>(x + plan.offset[I]);
        }
      });
      unroll<Quads>([&]<int Q>() __attribute__((always_inline)) {
        constexpr int block = T * Quads + Q;
        if constexpr (block >= blocks / 4 * 4) {
          weight[block] = vld1q_s8(w);
          w += 16;
        } else if constexpr (block % 4 == 0) {
          const weight_block four = next_weights(w);
          unroll<4>([&]<int I>()
                        __attribute__((always_inline)) { weight[block + I] = four.at[I]; });
        }
      });
      unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
        constexpr int source = plan.source[T * Pixels + P], lane = plan.lane[T * Pixels + P];
        unroll<Quads>([&]<int Q>() __attribute__((always_inline)) {
          int32x4_t& s = sum[P * Quads + Q];
          s = vdotq_laneq_s32(s, weight[T * Quads + Q], in[source], lane);
        });
      });
    });
  }

  /// Adds the products of one row of the window; x is its first byte for pixel 0.
  template <window_row Row, bool Slack>
  ETCH_GLUE void window(const std::int8_t* x, const std::int8_t*& w) {
    constexpr int end = Slack ? 1 << 30 : (Pixels - 1) * Row.pixel + Row.length;
    constexpr int last = Slack ? end : end - (Row.steps - 1) * Row.chunk;
    if constexpr (Row.steps == 1) {
      step<Row, Row.chunk, last>(x, w);
    } else {
      int n = Row.steps;
      const std::int8_t* at = x;
      do {
        step<Row, Row.chunk, last>(at, w);
        at += Row.chunk;
      } while (--n != 0);
    }
    if constexpr (Row.tail() != 0) {
      constexpr int rest = Slack ? end : end - Row.steps * Row.chunk;
      step<Row, Row.tail(), rest>(x + Row.steps * Row.chunk, w);
    }
  }

  /// Writes Valid codes of each pixel, Pitch apart. Factors: see pack_factors.
  template <neon::finish_rules F, int Valid, int Pitch>
  ETCH_GLUE void end(std::int8_t* y, const std::int32_t* factors, neon::output_range range) {
    neon::factor_vectors factor[Quads];
    unroll<Quads>([&]<int Q>() __attribute__((always_inline)) {
      factor[Q] = neon::load_factors<F, 4 * Quads>(factors, 4 * Q);
    });
    constexpr int sums = Pixels * Quads;
    unroll<ceil_div(sums, 4)>([&]<int R>() __attribute__((always_inline)) {
      constexpr int a = 4 * R, b = minimum(a + 1, sums - 1), c = minimum(a + 2, sums - 1),
                    d = minimum(a + 3, sums - 1);
      const int8x16_t codes =
          neon::finish<F>(sum[a], sum[b], sum[c], sum[d], factor[a % Quads], factor[b % Quads],
                          factor[c % Quads], factor[d % Quads], range);
      if constexpr (Valid == Pitch && Valid == 4 * Quads) {
        neon::store_bytes<0, 4 * minimum(4, sums - a)>(y + 16 * R, codes);
      } else {
        unroll<4>([&]<int I>() __attribute__((always_inline)) {
          constexpr int s = a + I, q = s % Quads;
          if constexpr (s < sums && (I == 0 || q == 0)) {
            constexpr int quads = minimum(minimum(4 - I, Quads - q), sums - s);
            constexpr int bytes = maximum(minimum(4 * quads, Valid - 4 * q), 0);
            neon::store_bytes<4 * I, bytes>(y + s / Quads * Pitch + 4 * q, codes);
          }
        });
      }
    });
  }
};

#endif

}  // namespace sdot
}  // namespace etch::inline ETCH_ABI
