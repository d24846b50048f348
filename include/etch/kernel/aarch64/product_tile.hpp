// A tile of output pixels x filters: sums in registers from the bias to the codes, by the
// instruction that multiplies a word of some pixels with that of some filters: SDOT one pixel with
// 4 filters, SMMLA two with two.
//
// On any AArch64 SMULL and SMLAL2 multiply as SDOT does, SADALP adds neighbours of the 16-bit
// products to the sums. A 16-bit number holds the sum of two products but for (-128)(-128) +
// (-128)(-128), so that two are added before SADALP where no two weights that meet are both -128.
//
// More than 400 lines: a step and the sums that it adds to are tuned together.
#pragma once

#include <etch/kernel/aarch64/epilogue.hpp>
#include <etch/kernel/aarch64/product_plan.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// Where weight k of a word of filter f lies in the weights of the word for SMLAL: 4 filters in 16
/// bytes, their first two weights, then the other two.
constexpr int smlal_place(int f, int k) { return f / 4 * 16 + k / 2 * 8 + f % 4 * 2 + k % 2; }

/// Whether sums of two products fit into 16 bits, for `bytes` weights in this order.
constexpr bool pairs_fit(const std::int8_t* weights, int bytes) {
  for (int i = 0; i < bytes; ++i) {
    if (weights[i] == -128 && i % 16 < 8 && weights[i + 8] == -128) return false;
  }
  return true;
}

#if ETCH_HAS_NEON

/// The sums of Pixels pixels, which all lie `Pitch` bytes apart, and the filters of shape T. Slack:
/// a pixel behind them may be read.
template <tile_shape T, int Pixels, int Pitch, bool Slack = false>
struct sums_of;

/// Sums in vectors of one pixel and 4 filters each, without the instruction that adds to them.
template <int Pixels, int Quads>
struct quad_sums {
  static constexpr int blocks = Quads;  ///< of 16 bytes: the weights of a word
  static constexpr int blocks_at_once(const window_row&) { return 4; }
  static constexpr int columns = Pixels;
  static constexpr bool loads_ahead = false;
  template <const auto&, int, int>
  static void join(int8x16_t*, const int8x16_t*);  ///< for those that do
  static constexpr operand_form form(const window_row& row) { return {4, row.pixel}; }

  int32x4_t sum[Pixels * Quads];

  ETCH_GLUE void start(const std::int32_t* bias) {
    unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
      __atomic_signal_fence(__ATOMIC_SEQ_CST);  // compilers would load once and copy registers
      unroll<Quads>([&]<int Q>() __attribute__((always_inline)) {
        sum[P * Quads + Q] = vld1q_s32(bias + 4 * Q);
      });
    });
  }

  /// Adds more[p] to the sums of pixel p.
  ETCH_GLUE void add_to_pixels(const std::int32_t* more) {
    unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
      const int32x4_t same = vld1q_dup_s32(more + P);
      unroll<Quads>([&]<int Q>() __attribute__((always_inline)) {
        sum[P * Quads + Q] = vaddq_s32(sum[P * Quads + Q], same);
      });
    });
  }

  /// Writes Valid codes of each pixel, Pitch apart. Factors: see pack_factors.
  template <neon::epilogue_rules F, int Valid, int Pitch>
  ETCH_GLUE void end(std::int8_t* y, const std::int32_t* factors, neon::output_range range) {
    constexpr int quads = Quads;
    static_assert(Pixels == 1 || Quads % 2 == 0, "pairs of vectors have neighbouring filters");
    neon::factor_vectors factor[quads];
    unroll<quads>([&]<int Q>() __attribute__((always_inline)) {
      factor[Q] = neon::load_factors<F>(factors, 4 * Q, 4 * quads);
    });
    constexpr int count = Pixels * quads;
    unroll<ceil_div(count, 4)>([&]<int R>() __attribute__((always_inline)) {
      constexpr int a = 4 * R, b = minimum(a + 1, count - 1), c = minimum(a + 2, count - 1),
                    d = minimum(a + 3, count - 1);
      const int8x16_t codes =
          neon::epilogue<F>(sum[a], sum[b], sum[c], sum[d], factor[a % quads], factor[b % quads],
                            factor[c % quads], factor[d % quads], range);
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
};

template <tile_shape T, int Pixels, int Pitch, bool Slack>
requires(T.widens())
struct sums_of<T, Pixels, Pitch, Slack> : quad_sums<Pixels, T.quads> {
  /// Adds the products of word W of a step and the filters of blocks First .. First + Count - 1.
  template <const auto& Plan, int W, int First, int Count>
  ETCH_GLUE void add(const int8x16_t* in, const int8x16_t* weight) {
    unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
      constexpr int source = Plan.source[W * Pixels + P], lane = Plan.lane[W * Pixels + P];
      const int8x16_t x = spread<lane>(in[source]);
      int16x8_t low[Count];
      unroll<Count>([&]<int Q>() __attribute__((always_inline)) {
        low[Q] = vmull_s8(vget_low_s8(weight[Q]), vget_low_s8(x));
      });
      unroll<Count>([&]<int Q>() __attribute__((always_inline)) {
        int32x4_t& s = this->sum[P * T.quads + First + Q];
        if constexpr (T.by == multiply::smlal) {
          s = vpadalq_s16(s, vmlal_high_s8(low[Q], weight[Q], x));
        } else {
          s = vpadalq_s16(vpadalq_s16(s, low[Q]), vmull_high_s8(weight[Q], x));
        }
      });
      // Nothing moves past these: compilers would make products of more pixels and filters than
      // there are registers for.
      unroll<Count>([&]<int Q>() __attribute__((always_inline)) {
        asm volatile("" : "+w"(this->sum[P * T.quads + First + Q]));
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

#if ETCH_HAS_DOTPROD

template <tile_shape T, int Pixels, int Pitch, bool Slack>
requires(T.by == multiply::sdot)
struct sums_of<T, Pixels, Pitch, Slack> : quad_sums<Pixels, T.quads> {
  /// As above.
  template <const auto& Plan, int W, int First, int Count>
  ETCH_GLUE void add(const int8x16_t* in, const int8x16_t* weight) {
    unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
      constexpr int source = Plan.source[W * Pixels + P], lane = Plan.lane[W * Pixels + P];
      unroll<Count>([&]<int Q>() __attribute__((always_inline)) {
        int32x4_t& s = this->sum[P * T.quads + First + Q];
        s = vdotq_laneq_s32(s, weight[Q], in[source], lane);
      });
    });
  }
};

#endif

#if ETCH_HAS_I8MM

template <tile_shape T, int Pixels, int Pitch, bool Slack>
requires(T.by == multiply::smmla)
struct sums_of<T, Pixels, Pitch, Slack> {
  static constexpr int blocks = 2 * T.quads;  ///< of 16 bytes: the weights of a word
  /// Whether columns of a window share pixels, which take whole registers.
  static constexpr bool shares(const window_row& row) {
    return row.length > row.cell && (row.slab == 16 || (row.plane > 0 && row.stride == 1));
  }
  static constexpr int blocks_at_once(const window_row&) { return 4; }
  /// Whether words of two neighbours are 16 bytes of memory.
  static constexpr bool adjacent = Pitch == 8 && (Pixels % 2 == 0 || Slack);
  static constexpr int pairs = ceil_div(Pixels, 2);
  /// Whether vectors of two pixels are loaded for some words, as many as registers suffice for.
  static constexpr bool loads_ahead = !adjacent && pairs == 2;
  static constexpr int columns = adjacent ? pairs : Pixels;
  static constexpr operand_form form(const window_row& row) {
    return adjacent ? operand_form{16, 2 * row.pixel} : operand_form{8, row.pixel};
  }
  /// The pixels of pair i: neighbours, else half a tile apart, so that several taps share the pair.
  /// An odd number of pixels leaves one that is computed twice, or with what lies behind it.
  static constexpr int first(int i) { return adjacent ? 2 * i : i; }
  static constexpr int second(int i) { return minimum(i + pairs, Pixels - 1); }

  int32x4_t sum[pairs * blocks];  // of pair i and filters 2 j, 2 j + 1: (2 pixels, 2 filters)

  ETCH_GLUE void start(const std::int32_t* bias) {
    unroll<pairs>([&]<int I>() __attribute__((always_inline)) {
      __atomic_signal_fence(__ATOMIC_SEQ_CST);  // compilers would load once and copy registers
      unroll<blocks>([&]<int J>() __attribute__((always_inline)) {
        sum[I * blocks + J] = vld1q_s32(bias + 4 * J);
      });
    });
  }

  /// As above.
  ETCH_GLUE void add_to_pixels(const std::int32_t* more) {
    unroll<pairs>([&]<int I>() __attribute__((always_inline)) {
      const int32x4_t both =
          vcombine_s32(vld1_dup_s32(more + first(I)),
                       vld1_dup_s32(more + (adjacent ? first(I) + 1 : second(I))));
      unroll<blocks>([&]<int J>() __attribute__((always_inline)) {
        sum[I * blocks + J] = vaddq_s32(sum[I * blocks + J], both);
      });
    });
  }

  /// Word W of the two pixels of pair I.
  template <const auto& Plan, int W, int I>
  ETCH_GLUE static int8x16_t pixels(const int8x16_t* in) {
    if constexpr (adjacent) {
      return in[Plan.source[W * columns + I]];
    } else {
      constexpr int at = W * columns + first(I), other = W * columns + second(I);
      const int8x16_t a = in[Plan.source[at]], b = in[Plan.source[other]];
      const int64x2_t low = vreinterpretq_s64_s8(a), high = vreinterpretq_s64_s8(b);
      constexpr int lane = Plan.lane[at], other_lane = Plan.lane[other];
      if constexpr (lane == 1 && other_lane == 0) {
        return vextq_s8(a, b, 8);
      } else if constexpr (lane == 0 && other_lane == 1) {
        return vreinterpretq_s8_s64(vcopyq_laneq_s64(low, 1, high, 1));
      } else {
        return vreinterpretq_s8_s64(lane == 0 ? vzip1q_s64(low, high) : vzip2q_s64(low, high));
      }
    }
  }

  /// As above.
  template <const auto& Plan, int W, int First, int Count>
  ETCH_GLUE void add(const int8x16_t* in, const int8x16_t* weight) {
    int8x16_t x[pairs];
    unroll<pairs>([&]<int I>() __attribute__((always_inline)) { x[I] = pixels<Plan, W, I>(in); });
    add_pairs<First, Count>(x, weight);
  }
  /// Words W .. W + Count - 1 of each pair.
  template <const auto& Plan, int W, int Count>
  ETCH_GLUE static void join(int8x16_t* to, const int8x16_t* in) {
    unroll<Count * pairs>([&]<int I>() __attribute__((always_inline)) {
      to[I] = pixels<Plan, W + I / pairs, I % pairs>(in);
    });
    unroll<Count * pairs>([&]<int I>() __attribute__((always_inline)) {
      const int8x16_t& two = to[I];
      asm volatile("" : : "w"(two));  // here, in place of what was loaded
    });
  }
  /// The same as add of a word of each pair.
  template <int First, int Count>
  ETCH_GLUE void add_pairs(const int8x16_t* x, const int8x16_t* weight) {
    unroll<pairs>([&]<int I>() __attribute__((always_inline)) {
      unroll<Count>([&]<int J>() __attribute__((always_inline)) {
        int32x4_t& s = sum[I * blocks + First + J];
        s = vmmlaq_s32(s, x[I], weight[J]);
      });
    });
  }

  /// Whether `hold` helps: without it compilers load more weights than there are registers for.
  /// Where no columns share pixels g++ does not, but copies sums held like this.
  static constexpr bool holds([[maybe_unused]] const window_row& row) {
#ifdef __clang__
    return true;
#else
    return shares(row);
#endif
  }
  /// Lets nothing move past these sums.
  template <int First, int Count>
  ETCH_GLUE void hold() {
    unroll<pairs>([&]<int I>() __attribute__((always_inline)) {
      unroll<Count>([&]<int J>() __attribute__((always_inline)) {
        asm volatile("" : "+w"(sum[I * blocks + First + J]));
      });
    });
  }

  /// As above.
  template <neon::epilogue_rules F, int Valid, int Step>
  ETCH_GLUE void end(std::int8_t* y, const std::int32_t* factors, neon::output_range range) {
    // 16 codes are eight times two filters, of the pixels of a pair in turn.
    constexpr int parts = blocks / 4, count = pairs * parts;
    int16x8_t codes[count];
    unroll<parts>([&]<int H>() __attribute__((always_inline)) {
      neon::factor_vectors f[4];
      unroll<4>([&]<int J>() __attribute__((always_inline)) {
        f[J] = neon::load_factors<F>(factors, 16 * H + 4 * J, 4 * blocks);
      });
      unroll<pairs>([&]<int I>() __attribute__((always_inline)) {
        const int32x4_t* s = sum + I * blocks + 4 * H;
        codes[I * parts + H] = vreinterpretq_s16_s8(
            neon::epilogue<F>(s[0], s[1], s[2], s[3], f[0], f[1], f[2], f[3], range));
      });
    });
    unroll<ceil_div(count, 2)>([&]<int R>() __attribute__((always_inline)) {
      const int16x8_t a = codes[2 * R], b = codes[minimum(2 * R + 1, count - 1)];
      const int16x8_t even = vuzp1q_s16(a, b), odd = vuzp2q_s16(a, b);
      if constexpr (parts == 2) {
        write<R, R, Valid, Step>(y, even, odd);
      } else {
        write<2 * R, minimum(2 * R + 1, count - 1), Valid, Step>(y, even, odd);
      }
    });
  }

 private:
  /// Writes Valid codes of the first pixels of pairs I and J, which are `a`, and of the second,
  /// `b`.
  template <int I, int J, int Valid, int Step>
  ETCH_GLUE static void write(std::int8_t* y, int16x8_t a, int16x8_t b) {
    constexpr bool has_both = I != J, has_second = (adjacent ? 2 * J + 1 : J + pairs) < Pixels;
    if constexpr (has_both && Valid == 8 && Step == 8 && adjacent && has_second) {
      const int64x2_t c = vreinterpretq_s64_s16(a), d = vreinterpretq_s64_s16(b);
      vst1q_s8(y + first(I) * Step, vreinterpretq_s8_s64(vzip1q_s64(c, d)));
      vst1q_s8(y + first(J) * Step, vreinterpretq_s8_s64(vzip2q_s64(c, d)));
    } else if constexpr (has_both && Valid == 8 && Step == 8 && !adjacent && has_second) {
      vst1q_s8(y + first(I) * Step, vreinterpretq_s8_s16(a));
      vst1q_s8(y + second(I) * Step, vreinterpretq_s8_s16(b));
    } else {
      const auto pixel = [&]<int P, int From>(int16x8_t codes) __attribute__((always_inline)) {
        if constexpr (P < Pixels) {
          neon::store_bytes<From, Valid>(y + P * Step, vreinterpretq_s8_s16(codes));
        }
      };
      pixel.template operator()<first(I), 0>(a);
      pixel.template operator()<adjacent ? first(I) + 1 : I + pairs, 0>(b);
      if constexpr (has_both) {
        pixel.template operator()<first(J), 8>(a);
        pixel.template operator()<adjacent ? first(J) + 1 : J + pairs, 8>(b);
      }
    }
  }
};

#endif

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
#ifdef __clang__
    const int8x16x4_t four = vld1q_s8_x4(w);
    unroll<4>([&]<int I>() __attribute__((always_inline)) { to[I] = four.val[I]; });
    w += 64;
    asm volatile("" : "+r"(w));  // the next load is by w alone, with no address sum before it
#else
    // To registers of their own, or g++ copies sums to make room for four in a row.
    register int8x16_t a asm("v28");
    register int8x16_t b asm("v29");
    register int8x16_t c asm("v30");
    register int8x16_t d asm("v31");
    asm volatile("ld1 {%0.16b-%3.16b}, [%4], #64"
                 : "=w"(a), "=w"(b), "=w"(c), "=w"(d), "+r"(w)
                 : "m"(*reinterpret_cast<const std::int8_t(*)[64]>(w)));
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
#endif
  } else {
    unroll<4>([&]<int I>() __attribute__((always_inline)) { to[I] = vld1q_s8(w + 16 * I); });
    w += 64;
  }
}

/// Has sums in registers 0 to 15 here, so that g++ copies none to another on the way.
template <class V>
ETCH_GLUE void settle([[maybe_unused]] V (&sum)[16]) {
#ifndef __clang__
  {
    register V a asm("v0") = sum[0];
    register V b asm("v1") = sum[1];
    register V c asm("v2") = sum[2];
    register V d asm("v3") = sum[3];
    register V e asm("v4") = sum[4];
    register V f asm("v5") = sum[5];
    register V g asm("v6") = sum[6];
    register V h asm("v7") = sum[7];
    asm volatile("" : "+w"(a), "+w"(b), "+w"(c), "+w"(d), "+w"(e), "+w"(f), "+w"(g), "+w"(h));
    sum[0] = a, sum[1] = b, sum[2] = c, sum[3] = d, sum[4] = e, sum[5] = f, sum[6] = g, sum[7] = h;
  }
  {
    register V a asm("v8") = sum[8];
    register V b asm("v9") = sum[9];
    register V c asm("v10") = sum[10];
    register V d asm("v11") = sum[11];
    register V e asm("v12") = sum[12];
    register V f asm("v13") = sum[13];
    register V g asm("v14") = sum[14];
    register V h asm("v15") = sum[15];
    asm volatile("" : "+w"(a), "+w"(b), "+w"(c), "+w"(d), "+w"(e), "+w"(f), "+w"(g), "+w"(h));
    sum[8] = a, sum[9] = b, sum[10] = c, sum[11] = d, sum[12] = e, sum[13] = f, sum[14] = g,
    sum[15] = h;
  }
#endif
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
struct tile : sums_of<T, Pixels, Row.half == 0 ? Row.pixel : 0, (Row.plane > 0)> {
  using sums = sums_of<T, Pixels, Row.half == 0 ? Row.pixel : 0, (Row.plane > 0)>;
  static constexpr window_row row = Row;

  /// Whether words of a step of Bytes bytes are loaded together: 32 bytes of a pixel are one
  /// instruction, LDP.
  template <int Bytes>
  static constexpr bool loads_both() {
    return sums::loads_ahead && Row.taps == 1 && Row.words(Bytes) % (32 / Row.unit) == 0;
  }
  /// Adds the products of one step; `w` moves behind the weights of the step.
  template <int Bytes, int Limit>
  ETCH_GLUE void step(const std::int8_t* x, const std::int8_t*& w) {
    static constexpr const auto& plan = plan_of<sums, Row, Bytes, Limit>;
    constexpr int words = Row.words(Bytes), blocks = words * sums::blocks;
    constexpr int ahead = loads_both<Bytes>() ? 32 / Row.unit : 1;
    int8x16_t in[plan.loads], pair[4];
    int8x16_t weight[blocks];
    unroll<words>([&]<int W>() __attribute__((always_inline)) {
      if constexpr (W * sums::blocks % 4 == 0) __atomic_signal_fence(__ATOMIC_SEQ_CST);
      unroll<plan.loads>([&]<int I>() __attribute__((always_inline)) {
        if constexpr (plan.first_word[I] / ahead * ahead == W) {
          in[I] = load_input<plan.width[I]>(x + plan.offset[I]);
        }
      });
      if constexpr (ahead > 1 && W % 2 == 0) {
        this->template join<plan_of<sums, Row, Bytes, Limit>, W, 2>(pair, in);
      }
      // A few vectors of weights and what they are for: more at once would leave the registers.
      constexpr int most = ahead > 1 ? 4 : sums::blocks_at_once(Row);
      unroll<ceil_div(sums::blocks, most)>([&]<int K>() __attribute__((always_inline)) {
        constexpr int first = W * sums::blocks + most * K;
        constexpr int count = minimum(most, sums::blocks - most * K);
        if constexpr (ahead > 1 && K > 0) __atomic_signal_fence(__ATOMIC_SEQ_CST);
        unroll<count>([&]<int B>() __attribute__((always_inline)) {
          constexpr int block = first + B;
          if constexpr (block >= blocks / 4 * 4) {
            weight[block] = vld1q_s8(w);
            w += 16;
          } else if constexpr (block % 4 == 0) {
            next_weights<!T.widens()>(weight + block, w);
          }
        });
        if constexpr (ahead > 1) {
          this->template add_pairs<most * K, count>(pair + W % 2 * 2, weight + first);
        } else {
          this->template add<plan_of<sums, Row, Bytes, Limit>, W, most * K, count>(in,
                                                                                   weight + first);
        }
        if constexpr (T.by == multiply::smmla) {
          if constexpr (sums::holds(Row)) this->template hold<most * K, count>();
        }
      });
    });
  }

  /// Adds the products of one row of the window; x is its first byte for pixel 0.
  template <bool Slack>
  ETCH_GLUE void window(const std::int8_t* x, const std::int8_t*& w) {
    constexpr int end = Slack ? 1 << 30 : (Pixels - 1) * Row.pixel + Row.end();
    constexpr int last = Slack ? end : end - (Row.steps - 1) * Row.chunk;
    const std::int8_t* at = x;
    if constexpr (Row.plane > 0) asm("" : "+r"(at));  // loads are then by it and a distance
    int n = Row.steps;
    do {
      if constexpr (loads_both<Row.chunk>() && Row.steps > 1 && sizeof this->sum == 16 * 16)
        settle(this->sum);
      step<Row.chunk, last>(at, w);
      at += Row.channel_at(Row.chunk);
    } while (--n != 0);
    if constexpr (Row.tail() != 0) {
      constexpr int rest = Slack ? end : end - Row.steps * Row.chunk;
      step<Row.tail(), rest>(x + Row.channel_at(Row.steps * Row.chunk), w);
    }
  }
};

#endif

}  // namespace products
}  // namespace ETCH_NAMESPACE
