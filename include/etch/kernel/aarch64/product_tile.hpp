// A tile of output pixels x filters: sums in registers from the bias to the codes.
#pragma once

#include <etch/kernel/aarch64/epilogue.hpp>
#include <etch/kernel/aarch64/product_sums.hpp>

namespace ETCH_NAMESPACE {
namespace products {

#if ETCH_HAS_NEON

/// Loads of one step: `Bytes` of each tap, nothing read at or behind `Limit`.
template <class Sums, window_row Row, int Bytes, int Limit>
inline constexpr auto plan_of =
    plan_step<Row.words(Bytes), Sums::columns>(Row, Sums::form(Row), Bytes, Limit);

/// The next 64 bytes of weights: by one instruction that also moves w on, or where each vector is
/// used more than once, so that compilers would copy a part of the four, by those of one vector.
template <bool UsedOnce>
ETCH_GLUE void next_weights(int8x16_t* to, const std::int8_t*& w) {
  if constexpr (UsedOnce) {
    const int8x16x4_t four = vld1q_s8_x4(w);
    unroll<4>([&]<int I>() __attribute__((always_inline)) { to[I] = four.val[I]; });
    w += 64;
    asm volatile("" : "+r"(w));  // the next load is by w alone, with no address sum before it
  } else {
    unroll<4>([&]<int I>() __attribute__((always_inline)) { to[I] = vld1q_s8(w + 16 * I); });
    w += 64;
  }
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

/// Pixels pixels x the filters of shape T, in a window of rows Row.
template <tile_shape T, window_row Row, int Pixels>
struct tile {
  using sums = sums_of<T, Pixels, Row.pixel>;
  sums all;

  ETCH_GLUE void start(const std::int32_t* bias) { all.start(bias); }

  /// Adds the products of one step; `w` moves behind the weights of the step.
  template <int Bytes, int Limit>
  ETCH_GLUE void step(const std::int8_t* x, const std::int8_t*& w) {
    static constexpr const auto& plan = plan_of<sums, Row, Bytes, Limit>;
    constexpr int words = Row.words(Bytes), blocks = words * sums::blocks;
    int8x16_t in[plan.loads];
    int8x16_t weight[blocks];
    unroll<words>([&]<int W>() __attribute__((always_inline)) {
      if constexpr (W * sums::blocks % 4 == 0) __atomic_signal_fence(__ATOMIC_SEQ_CST);
      unroll<plan.loads>([&]<int I>() __attribute__((always_inline)) {
        if constexpr (plan.first_word[I] == W) {
          in[I] = load_input<plan.width[I]>(x + plan.offset[I]);
        }
      });
      // A few vectors of weights and what they are for: more at once would leave the registers.
      constexpr int most = sums::blocks_at_once;
      unroll<ceil_div(sums::blocks, most)>([&]<int K>() __attribute__((always_inline)) {
        constexpr int first = W * sums::blocks + most * K;
        constexpr int count = minimum(most, sums::blocks - most * K);
        unroll<count>([&]<int B>() __attribute__((always_inline)) {
          constexpr int block = first + B;
          if constexpr (block >= blocks / 4 * 4) {
            weight[block] = vld1q_s8(w);
            w += 16;
          } else if constexpr (block % 4 == 0) {
            next_weights<!T.widens()>(weight + block, w);
          }
        });
        all.template add<plan_of<sums, Row, Bytes, Limit>, W, most * K, count>(in, weight + first);
      });
    });
  }

  /// Adds the products of one row of the window; x is its first byte for pixel 0.
  template <bool Slack>
  ETCH_GLUE void window(const std::int8_t* x, const std::int8_t*& w) {
    constexpr int end = Slack ? 1 << 30 : (Pixels - 1) * Row.pixel + Row.end();
    constexpr int last = Slack ? end : end - (Row.steps - 1) * Row.chunk;
    const std::int8_t* at = x;
    int n = Row.steps;
    do {
      step<Row.chunk, last>(at, w);
      at += Row.chunk;
    } while (--n != 0);
    if constexpr (Row.tail() != 0) {
      constexpr int rest = Slack ? end : end - Row.steps * Row.chunk;
      step<Row.tail(), rest>(x + Row.steps * Row.chunk, w);
    }
  }

  /// Writes Valid codes of each pixel, Pitch apart. Factors: see pack_factors.
  template <neon::epilogue_rules F, int Valid, int Pitch>
  ETCH_GLUE void end(std::int8_t* y, const std::int32_t* factors, neon::output_range range) {
    constexpr int quads = T.quads;
    neon::factor_vectors factor[quads];
    unroll<quads>([&]<int Q>() __attribute__((always_inline)) {
      factor[Q] = neon::load_factors<F, 4 * quads>(factors, 4 * Q);
    });
    constexpr int count = Pixels * quads;
    unroll<ceil_div(count, 4)>([&]<int R>() __attribute__((always_inline)) {
      constexpr int a = 4 * R, b = minimum(a + 1, count - 1), c = minimum(a + 2, count - 1),
                    d = minimum(a + 3, count - 1);
      const int8x16_t codes =
          neon::epilogue<F>(quad<a>(), quad<b>(), quad<c>(), quad<d>(), factor[a % quads],
                            factor[b % quads], factor[c % quads], factor[d % quads], range);
      if constexpr (Valid == Pitch && Valid == 4 * quads) {
        neon::store_bytes<0, 4 * minimum(4, count - a)>(y + 16 * R, codes);
      } else {
        unroll<4>([&]<int I>() __attribute__((always_inline)) {
          constexpr int s = a + I, q = s % quads;
          if constexpr (s < count && (I == 0 || q == 0)) {
            constexpr int more = minimum(minimum(4 - I, quads - q), count - s);
            constexpr int bytes = maximum(minimum(4 * more, Valid - 4 * q), 0);
            neon::store_bytes<4 * I, bytes>(y + s / quads * Pitch + 4 * q, codes);
          }
        });
      }
    });
  }

 private:
  template <int S>
  ETCH_GLUE int32x4_t quad() const {
    return all.template quad<S / T.quads, S % T.quads>();
  }
};

#endif

}  // namespace products
}  // namespace ETCH_NAMESPACE
