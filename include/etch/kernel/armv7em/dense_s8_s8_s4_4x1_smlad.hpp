// dense of 8-bit codes by weights of at most 4 bits, which take as many in flash: four filters
// times one input row, by SMLAD. One step takes two words of weights (four filters, four taps) and
// two of input: 16 instructions for 16 products.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// accumulators that are proved exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
//
// A halfword 4096 wD + 256 (wC + 8) + 16 (wB + 8) + (wA + 8) holds a tap of four filters. What AND
// leaves of A, B or C is an operand of SMLAD, and so is the whole: less the sums of those, its sum
// is 4096 sD. What the eights add, 8 times the sum of the inputs, is taken off in the end.
#pragma once

#include <etch/kernel/armv7em/channels.hpp>
#include <etch/kernel/armv7em/widen_row.hpp>
#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// A dense layer as its loop sees it.
struct nibbles_plan : layer_limits {
  int batches, inputs, outputs;
};

/// Words of input of a pass, at most: 4096 times a sum of 508 products has 32 bits.
inline constexpr int most_words_of_nibbles = 254;

#if ETCH_HAS_DSP

/// Adds to sums[4] the products over input words x .. end, two a step, at least one step.
///
/// Registers: r4-r7 sums of A, B, C and of the whole halfwords, r8, r9 weights, r0, r1 input, r10
/// an operand, r12 and lr pointers, r2 the end. The short pass of the loop, unrolled eight times,
/// is the first.
[[gnu::naked]] ETCH_KERNEL inline void add_products_of_nibbles(const std::uint32_t*,
                                                               const std::uint32_t*,
                                                               const std::uint32_t*,
                                                               std::int32_t*) {
  __asm volatile(
      "push {r3-r11,lr}\n mov r12,r0\n mov lr,r1\n"
      ".irp r,4,5,6,7\n mov.w r\\r,#0\n .endr\n"
      // steps to skip, times 64 bytes of code: (-(end - x) mod 64) / 8 * 64
      "sub r3,r1,r2\n and r3,r3,#56\n lsl.w r3,r3,#3\n add.n pc,r3\n nop.n\n"
      "1: .rept 8\n"
      "ldrd r8,r9,[r12],#8\n ldrd r0,r1,[lr],#8\n"
      "and.w r10,r8,#0x000f000f\n smlad r4,r10,r0,r4\n smlad r7,r8,r0,r7\n"
      "and.w r10,r8,#0x00f000f0\n smlad r5,r10,r0,r5\n"
      "and.w r8,r8,#0x0f000f00\n smlad r6,r8,r0,r6\n"
      "and.w r10,r9,#0x000f000f\n smlad r4,r10,r1,r4\n smlad r7,r9,r1,r7\n"
      "and.w r10,r9,#0x00f000f0\n smlad r5,r10,r1,r5\n"
      "and.w r9,r9,#0x0f000f00\n smlad r6,r9,r1,r6\n"
      ".endr\n"
      "cmp lr,r2\n bne.w 1b\n"
      "sub r7,r7,r4\n sub r7,r7,r5\n sub r7,r7,r6\n"
      "pop {r3}\n ldm r3,{r8-r11}\n"
      "add r8,r8,r4\n add r9,r9,r5,asr #4\n add r10,r10,r6,asr #8\n add r11,r11,r7,asr #12\n"
      "stm r3,{r8-r11}\n pop {r4-r11,pc}\n" ::
          : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}

#endif

/// Four filters, two taps of each in a word, times one row by SMLAD.
struct nibbles_4x1 : cortex_m::microkernel<nibbles_4x1, core> {
  static constexpr bool widens_weights = true;
  template <class C>
  static constexpr bool proves = [] {
    if constexpr (bits_of_weights<C>() > 4) return false;
    else return cortex_m::accumulators_of<C>.are_exact;
  }();

  /// Words of input, and of weights of four filters.
  template <class C>
  static constexpr int words = 2 * ceil_div(layer_of<C>.taps(), 4);
  template <class C>
  static constexpr int scratch = round_up(4 * words<C>, 16);

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int inputs = l.taps(), filters = l.filters(), count = ceil_div(filters, 4);
    cortex_m::layer_constants<nibbles_plan, channel_t<C>, filters, std::uint32_t, count * words<C>>
        k{{make_layer_limits<C>(), l.g.ow, inputs, filters}, {}, {}};
    using from = place_of_weights<C>;
    for (int o = 0, w = from::begin; o < filters; ++o) {
      k.ends[o] = constants_of_channel<C>(o, products_of::codes);
      const int first = o / 4 * words<C>, digit = o % 4 * 4;
      for (int i = 0; i < inputs; ++i, ++w) {
        const unsigned code = static_cast<unsigned>(from::array[w] + (o % 4 < 3 ? 8 : 0)) & 15;
        k.weights[first + i / 4 * 2 + i % 2] |= code << (i % 4 / 2 * 16 + digit);
      }
    }
    return k;
  }

#if ETCH_HAS_DSP
  template <epilogue_code E, class End>
  ETCH_GLUE static void write_rows(const nibbles_plan& p, const End* ends,
                                   const std::uint32_t* weights, strided_rows<const std::int8_t> x,
                                   std::int8_t* y, unsigned char* scratch, row_block rows) {
    if (rows.count > 0) write<E>(p, ends, weights, x.base, y, scratch);  // the output is one row
  }

 private:
  template <epilogue_code E, class End>
  ETCH_KERNEL static void write(const nibbles_plan& p, const End* ends,
                                const std::uint32_t* weights,
                                const std::int8_t* x,  // (B,K)
                                std::int8_t* y,        // (B,O)
                                unsigned char* scratch) {
    auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
    const std::uint32_t* const words_end = words + 2 * ceil_div(p.inputs, 4);
    for (int b = p.batches; b > 0; --b, x += p.inputs) {
      const std::int32_t eights = -8 * widen_row<true>(words, x, p.inputs);
      const std::uint32_t* w = weights;
      const End* k = ends;
      for (int left = p.outputs; left > 0; left -= 4) {
        std::int32_t sums[4]{eights, eights, eights, 0};
        for (const std::uint32_t* from = words; from != words_end;) {
          const int count = minimum(static_cast<int>(words_end - from), most_words_of_nibbles);
          add_products_of_nibbles(w, from, from + count, sums);
          from += count;
          w += count;
        }
        const std::int32_t* sum = sums;
        for (int i = minimum(left, 4); i > 0; --i, ++k, ++sum)
          *y++ = end_channel<E>(p, *k, k->sum + *sum);
      }
    }
  }
#endif
};

}  // namespace armv7em

/// dense of weights of at most 4 bits by fours of filters.
struct dense_s8_s8_s4_4x1_smlad
    : layer_kernel<dense_s8_s8_s4_4x1_smlad, ops::dense, armv7em::nibbles_4x1> {
  static constexpr const char* name = "dense_s8_s8_s4_4x1_smlad";
};

}  // namespace ETCH_NAMESPACE
