// dense of 8-bit codes: four filters times one input row, by SMLAD: two pairs of filters a pass
// over the input. One step takes four words of weights (two pairs, four taps) and two of input: 14
// instructions for 16 products.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// accumulators that are proved exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/armv7em/filter_pairs.hpp>
#include <etch/kernel/armv7em/fours_of_filters.hpp>
#include <etch/kernel/armv7em/widen_row.hpp>
#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// A dense layer as its loop sees it.
struct dense_plan {
  int batches, inputs, outputs;
  int pairs;
  int shift;
  code_range range;
};

/// The same by fours of filters, which may share their factors.
template <bool Shared>
struct fours_plan {
  static constexpr bool shares_factors = Shared;
  int batches, inputs, outputs;
  output_factor a, b;  ///< where all filters share them
  code_range range;
};
template <class Plan, int Words>
struct fours_constants {
  Plan plan;
  std::uint32_t words[Words];
};

#if ETCH_HAS_DSP

/// Adds to sums[4] (sA, sR of two pairs) the products over input words x .. end, two a step.
///
/// Registers: r4-r7 sums, r8-r11 weights, r0, r1 input, r3 filter A's halves, r12 and lr pointers,
/// r2 the end. The short pass of the loop, unrolled eight times, is the first.
[[gnu::naked]] ETCH_KERNEL inline void add_products_of_two_pairs(const std::uint32_t*,
                                                                 const std::uint32_t*,
                                                                 const std::uint32_t*,
                                                                 std::int32_t*) {
  __asm volatile(
      "push {r3-r11,lr}\n mov r12,r0\n mov lr,r1\n ldm r3,{r4-r7}\n"
      // steps to skip, times 56 bytes of code: (-(end - x) mod 64) / 8 * 56
      "sub r3,r1,r2\n and r3,r3,#56\n rsb r3,r3,r3,lsl #3\n add.n pc,r3\n nop.n\n"
      "1: .rept 8\n"
      "ldm r12!,{r8-r11}\n ldrd r0,r1,[lr],#8\n"
      "sxtb16 r3,r8\n smlad r4,r3,r0,r4\n smlad r5,r8,r0,r5\n"
      "sxtb16 r3,r9\n smlad r4,r3,r1,r4\n smlad r5,r9,r1,r5\n"
      "sxtb16 r3,r10\n smlad r6,r3,r0,r6\n smlad r7,r10,r0,r7\n"
      "sxtb16 r3,r11\n smlad r6,r3,r1,r6\n smlad r7,r11,r1,r7\n"
      ".endr\n"
      "cmp lr,r2\n bne.w 1b\n"
      "pop {r3}\n stm r3,{r4-r7}\n pop {r4-r11,pc}\n" ::
          : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}

#endif

/// Two pairs of filters times one row by SMLAD.
struct smlad_4x1 : cortex_m::microkernel<smlad_4x1, core> {
  template <class C>
  static constexpr bool proves = has_pairs<C, false>();

  /// Groups of four taps.
  template <class C>
  static constexpr int groups = ceil_div(layer_of<C>.taps(), 4);
  template <class C>
  static constexpr int scratch = round_up(8 * groups<C>, 16);

  template <class C>
  static constexpr bool by_fours = has_fours_of_filters<C>();
  template <class C>
  static constexpr auto pack() {
    if constexpr (by_fours<C>) return pack_fours<C>();
    else return pack_pairs<C>();
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run(const A& a, row_block rows) {
#if ETCH_HAS_DSP
    if constexpr (by_fours<C>) {
      const auto& constants = kernel_constants<K, C>(a);
      if (rows.count > 0) {  // the output is one row
        write_fours<cortex_m::code_of_call<C>>(constants.plan, constants.words,
                                               a.template rows<0>().base, a.template out<0>(),
                                               a.scratch());
      }
      return;
    }
#endif
    if constexpr (!by_fours<C>) cortex_m::microkernel<smlad_4x1, core>::template run<C, K>(a, rows);
    else static_assert(sizeof(A) == 0 || core::is_available, "compile with -mcpu=cortex-m4");
  }

  template <class C>
  static constexpr auto pack_fours() {
    constexpr int inputs = layer_of<C>.taps(), fours = layer_of<C>.filters() / 4;
    constexpr bool shared = cortex_m::accumulators_of<C>.share_a_factor;
    constexpr int words = 4 + inputs + (shared ? 0 : 2 * words_of_factors);
    fours_constants<fours_plan<shared>, fours * words> k{{layer_of<C>.g.ow,
                                                          inputs,
                                                          layer_of<C>.filters(),
                                                          {},
                                                          {},
                                                          cortex_m::range_of(layer_of<C>.end)},
                                                         {}};
    const auto first = constants_of_filters<C>(0, 1);
    k.plan.a = first.a;
    k.plan.b = first.b;
    int to = 0;
    const auto put = [&](std::int32_t word) { k.words[to++] = static_cast<std::uint32_t>(word); };
    const auto put_factor = [&](const output_factor& f) {
      put(f.multiplier);
      put(f.offset);
      put(f.shift);
    };
    for (int c = 0; c < 4 * fours; c += 4) {
      const auto p = constants_of_filters<C>(c, c + 1), q = constants_of_filters<C>(c + 2, c + 3);
      put(p.sum_a);
      put(p.sum_both);
      put(q.sum_a);
      put(q.sum_both);
      for (int f = c; f < c + 4; f += 2) {
        put_pair<C>(k.words, {to + f - c, 1, 4}, f * inputs, (f + 1) * inputs, inputs, inputs / 2);
      }
      to += inputs;
      if constexpr (!shared) {
        put_factor(p.a);
        put_factor(p.b);
        put_factor(q.a);
        put_factor(q.b);
      }
    }
    return k;
  }

  /// Pairs are filled up to an even number, the last with zeros.
  template <class C>
  static constexpr auto pack_pairs() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int inputs = l.taps(), pairs = pairs_of<C>.count, count = round_up(pairs, 2);
    cortex_m::layer_constants<dense_plan, pair_constants_t<C>, count, std::uint32_t,
                              2 * count * groups<C>>
        c{{l.g.ow, inputs, l.filters(), count, cortex_m::shift_of(l.end),
           cortex_m::range_of(l.end)},
          {},
          {}};
    for (int i = 0; i < count; ++i) {
      const int at = minimum(i, pairs - 1);
      c.ends[i] = constants_of_pair<C>(at);
      if (i == pairs) continue;
      const int a = pairs_of<C>.a[at] * inputs, b = pairs_of<C>.b[at] * inputs;
      const int first = (i / 2 * 2 * groups<C> + i % 2) * 2;
      put_pair<C>(c.weights, {first, 1, 4}, a, b, inputs, 2 * groups<C>);
    }
    return c;
  }

#if ETCH_HAS_DSP
  template <epilogue_code E, class Pair>
  ETCH_GLUE static void write_rows(const dense_plan& p, const Pair* pairs,
                                   const std::uint32_t* weights, strided_rows<const std::int8_t> x,
                                   std::int8_t* y, unsigned char* scratch, row_block rows) {
    if (rows.count > 0) write<E>(p, pairs, weights, x.base, y, scratch);  // the output is one row
  }

 private:
  template <epilogue_code E, class Plan>
  ETCH_KERNEL static void write_fours(const Plan& p, const std::uint32_t* constants,
                                      const std::int8_t* x,  // (B,K)
                                      std::int8_t* y,        // (B,O)
                                      unsigned char* scratch) {
    auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
    constexpr bool shared = Plan::shares_factors;
    four_task task;
    task.a = p.a;
    task.b = p.b;
    task.x = words;
    task.x_end = words + p.inputs / 2;
    task.entry = entry_of_four(p.inputs / 8);
    task.words = constants;
    task.words_end =
        constants + p.outputs / 4 * (4 + p.inputs + (shared ? 0 : 2 * words_of_factors));
    task.headroom = 255 - p.range.range;
    task.give_back = p.range.low - task.headroom;
    for (int b = 0; b < p.batches; ++b, x += p.inputs) {
      widen_row(words, x, p.inputs);
      task.y = y + b * p.outputs;
      fours_of_filters<shared, E>(&task);
    }
  }
  template <epilogue_code E, class Pair>
  ETCH_KERNEL static void write(const dense_plan& p, const Pair* pairs,
                                const std::uint32_t* weights,
                                const std::int8_t* x,  // (B,K)
                                std::int8_t* y,        // (B,O)
                                unsigned char* scratch) {
    auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
    const int groups = ceil_div(p.inputs, 4);
    for (int b = 0; b < p.batches; ++b, x += p.inputs, y += p.outputs) {
      widen_row(words, x, p.inputs);
      const std::uint32_t* w = weights;
      for (int i = 0; i < p.pairs; i += 2, w += 4 * groups) {
        const pair_start &first = pairs[i], &second = pairs[i + 1];
        std::int32_t sum[4] = {first.sum_a, first.sum_both, second.sum_a, second.sum_both};
        add_products_of_two_pairs(w, words, words + 2 * groups, sum);
        // the second pair first: where there is none, it has the channel of the first
        end_pair<E>(p, pairs[i + 1], y, sum[2], sum[3] - sum[2]);
        end_pair<E>(p, pairs[i], y, sum[0], sum[1] - sum[0]);
      }
    }
  }
#endif
};

}  // namespace armv7em

/// dense of 8-bit codes by pairs of filters.
struct dense_s8_s8_s8_4x1_smlad
    : layer_kernel<dense_s8_s8_s8_4x1_smlad, ops::dense, armv7em::smlad_4x1> {
  static constexpr const char* name = "dense_s8_s8_s8_4x1_smlad";
};

}  // namespace ETCH_NAMESPACE
