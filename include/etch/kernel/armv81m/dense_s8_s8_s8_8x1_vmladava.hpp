// dense of 8-bit codes: eight filters times one input row by VMLADAVA, 17 instructions for 128
// products; the last one to seven filters four, two and one at a time.
//
// Needs: MVE; hwc; factors below 1/2, shifts of 0 .. 30 to the right. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// A dense layer as its loops see it.
struct dense_plan {
  int batches, inputs, outputs;
};

/// Last steps of eight filters: those of even number, then those of odd number.
struct biased_eight {
  std::int32_t bias[8];  ///< in order
};
struct factored_eight {
  std::int32_t bias[8], multiplier[8];
  std::int8_t shift[8];
};
template <bool Shifts>
struct eight_filters {
  using type = factored_eight;
};
template <>
struct eight_filters<true> {
  using type = biased_eight;
};

/// Constants of a dense layer. Weights are [8 filters][step][filter][16], then the same of four,
/// two and one filters.
template <class Eight, int Eights, int Weights>
struct dense_constants {
  dense_plan plan;
  epilogue_numbers end;
  Eight filters[Eights];
  alignas(16) std::int8_t weights[Weights];
};

#if ETCH_HAS_MVE

/// Sums of filters 0, 2, 4, 6 and 1, 3, 5, 7.
struct eight_sums {
  int32x4_t even, odd;
};

/// What eights_of_filters reads.
struct eights_task {
  const std::int8_t* x;
  std::int32_t steps;          ///< of 16 inputs, at least 1
  const std::int8_t* weights;  ///< [8 filters][step][filter][16]
  const void* filters;         ///< biased_eight or factored_eight
  std::int8_t* y;
  std::int32_t count;      ///< of eights, at least 1
  std::int32_t to_end[3];  ///< zero point or minus the shift, lowest and highest code
};

/// The outputs of eights of filters. As in pairs_of_filters, eight sums take all even registers;
/// r1 is the input, r3 the weights, r5 counts steps, r7 is the output, r9 the constants, r11 counts
/// eights.
template <epilogue_step S, bool Whole>
[[gnu::naked, gnu::noinline]] void eights_of_filters(const eights_task*) {
  __asm volatile(
      "vpush {d8-d15}\n\tpush {r0,r4-r11,lr}\n\t"
      "ldrd r3,r9,[r0,#8]\n\tldrd r7,r11,[r0,#16]\n\tldrd r1,r2,[r0,#24]\n\tldr r4,[r0,#32]\n\t"
      "vdup.16 q6,r2\n\tvdup.16 q7,r4\n\t"
      ".if %c[step] < 3\n\tvdup.16 q5,r1\n\t.else\n\tvdup.32 q5,r1\n\t.endif\n"
      "1:\n\tldr r5,[sp]\n\tldrd r1,r5,[r5]\n\tldm r9!,{r0,r2,r4,r6,r8,r10,r12,lr}\n\t"
      "lsrs r5,r5,#1\n\tbcc 2f\n\t"
      "vldrb.8 q2,[r1],#16\n\tvldrw.32 q0,[r3],#128\n\tvmladava.s8 r0,q2,q0\n\t"
      "vldrw.32 q1,[r3,#-112]\n\tvmladava.s8 r2,q2,q1\n\tvldrw.32 q0,[r3,#-96]\n\t"
      "vmladava.s8 r4,q2,q0\n\tvldrw.32 q1,[r3,#-80]\n\tvmladava.s8 r6,q2,q1\n\t"
      "vldrw.32 q0,[r3,#-64]\n\tvmladava.s8 r8,q2,q0\n\tvldrw.32 q1,[r3,#-48]\n\t"
      "vmladava.s8 r10,q2,q1\n\tvldrw.32 q0,[r3,#-32]\n\tvmladava.s8 r12,q2,q0\n\t"
      "vldrw.32 q1,[r3,#-16]\n\tvmladava.s8 lr,q2,q1\n\t"
      "\n2:\n\tbeq 4f\n"
      "3:\n\t"
      "vldrb.8 q2,[r1],#16\n\tvldrw.32 q0,[r3],#256\n\tvmladava.s8 r0,q2,q0\n\t"
      "vldrw.32 q1,[r3,#-240]\n\tvmladava.s8 r2,q2,q1\n\tvldrw.32 q0,[r3,#-224]\n\t"
      "vmladava.s8 r4,q2,q0\n\tvldrw.32 q1,[r3,#-208]\n\tvmladava.s8 r6,q2,q1\n\t"
      "vldrw.32 q0,[r3,#-192]\n\tvmladava.s8 r8,q2,q0\n\tvldrw.32 q1,[r3,#-176]\n\t"
      "vmladava.s8 r10,q2,q1\n\tvldrw.32 q0,[r3,#-160]\n\tvmladava.s8 r12,q2,q0\n\t"
      "vldrw.32 q1,[r3,#-144]\n\tvmladava.s8 lr,q2,q1\n\tvldrb.8 q2,[r1],#16\n\t"
      "vldrw.32 q0,[r3,#-128]\n\tvmladava.s8 r0,q2,q0\n\tvldrw.32 q1,[r3,#-112]\n\t"
      "vmladava.s8 r2,q2,q1\n\tvldrw.32 q0,[r3,#-96]\n\tvmladava.s8 r4,q2,q0\n\t"
      "vldrw.32 q1,[r3,#-80]\n\tvmladava.s8 r6,q2,q1\n\tvldrw.32 q0,[r3,#-64]\n\t"
      "vmladava.s8 r8,q2,q0\n\tvldrw.32 q1,[r3,#-48]\n\tvmladava.s8 r10,q2,q1\n\t"
      "vldrw.32 q0,[r3,#-32]\n\tvmladava.s8 r12,q2,q0\n\tvldrw.32 q1,[r3,#-16]\n\t"
      "vmladava.s8 lr,q2,q1\n\t"
      "subs r5,#1\n\tbne 3b\n"
      "4:\n\tvmov q0[2],q0[0],r0,r8\n\tvmov q0[3],q0[1],r4,r12\n\t"
      "vmov q1[2],q1[0],r2,r10\n\tvmov q1[3],q1[1],r6,lr\n\t"
      ".if %c[step] < 3\n\tvldrw.32 q2,[r9],#16\n\tvldrw.32 q3,[r9],#16\n\t.endif\n\t"
      ".if %c[step] < 2\n\tvqrdmulh.s32 q0,q0,q2\n\tvqrdmulh.s32 q1,q1,q3\n\t.endif\n\t"
      ".if %c[step] == 2\n\tvqdmulh.s32 q0,q0,q2\n\tvqdmulh.s32 q1,q1,q3\n\t.endif\n\t"
      ".if %c[step] == 1 || %c[step] == 4\n\t"
      "vshr.s32 q2,q0,#31\n\tvshr.s32 q3,q1,#31\n\t"
      "vqadd.s32 q0,q0,q2\n\tvqadd.s32 q1,q1,q3\n\t.endif\n\t"
      ".if %c[step] < 3\n\tmov r1,r9\n\tadds r9,#8\n\tvldrb.s32 q2,[r1]\n\t"
      "vldrb.s32 q3,[r1,#4]\n\tvrshl.s32 q0,q0,q2\n\tvrshl.s32 q1,q1,q3\n\t.endif\n\t"
      ".if %c[step] == 3\n\tvshl.s32 q0,q0,q5\n\tvshl.s32 q1,q1,q5\n\t.endif\n\t"
      ".if %c[step] == 4\n\tvrshl.s32 q0,q0,q5\n\tvrshl.s32 q1,q1,q5\n\t.endif\n\t"
      ".if %c[step] == 5\n\t"
      "vshr.s32 q2,q0,#31\n\tveor q0,q0,q2\n\tvsub.i32 q0,q0,q2\n\tvshl.u32 q0,q0,q5\n\t"
      "veor q0,q0,q2\n\tvsub.i32 q0,q0,q2\n\t"
      "vshr.s32 q3,q1,#31\n\tveor q1,q1,q3\n\tvsub.i32 q1,q1,q3\n\tvshl.u32 q1,q1,q5\n\t"
      "veor q1,q1,q3\n\tvsub.i32 q1,q1,q3\n\t.endif\n\t"
      "vqmovnb.s32 q0,q0\n\tvqmovnt.s32 q0,q1\n\t"
      ".if %c[step] < 3\n\tvqadd.s16 q0,q0,q5\n\t.endif\n\t"
      ".if %c[whole] == 0\n\tvmax.s16 q0,q0,q6\n\tvmin.s16 q0,q0,q7\n\t.endif\n\t"
      "vqmovnb.s16 q0,q0\n\tvstrb.16 q0,[r7],#8\n\t"
      "subs r11,#1\n\tbne 1b\n\t"
      "pop {r0,r4-r11,lr}\n\tvpop {d8-d15}\n\tbx lr"
      :
      : [step] "i"(static_cast<int>(S)), [whole] "i"(static_cast<int>(Whole)));
}

/// Biases plus products over `steps` steps for Filters of them, at `to`; `weights` is left behind
/// them.
template <int Filters>
ETCH_GLUE void dot_few(const std::int8_t* x, const std::int8_t*& weights, int steps,
                       const std::int32_t* bias, std::int32_t* to) {
  std::int32_t sum[Filters];
  unroll<Filters>([&]<int I>() __attribute__((always_inline)) { sum[I] = bias[I]; });
  for (; steps > 0; --steps, x += 16, weights += 16 * Filters) {
    const int8x16_t codes = vldrbq_s8(x);
    unroll<Filters>([&]<int I>() __attribute__((always_inline)) {
      sum[I] = vmladavaq_s8(sum[I], codes, vldrbq_s8(weights + 16 * I));
    });
  }
  unroll<Filters>([&]<int I>() __attribute__((always_inline)) { to[I] = sum[I]; });
}

/// Sums 0, 2, 4, 6 of the last filters, fewer than eight, and sums 1, 3, 5, 7.
template <class Eight>
ETCH_KERNEL eight_sums dot_rest(const std::int8_t* x, const std::int8_t* weights, int steps,
                                const Eight& k, int count) {
  std::int32_t sum[8];
  std::int32_t* to = sum;
  const std::int32_t* bias = k.bias;
  if ((count & 4) != 0) dot_few<4>(x, weights, steps, bias, to), bias += 4, to += 4;
  if ((count & 2) != 0) dot_few<2>(x, weights, steps, bias, to), bias += 2, to += 2;
  if ((count & 1) != 0) dot_few<1>(x, weights, steps, bias, to);
  const int32x4x2_t both = vld2q_s32(sum);
  return {both.val[0], both.val[1]};
}

template <epilogue_step S, bool Whole>
ETCH_GLUE int16x8_t end_eight(const eight_sums& sum, const factored_eight& k,
                              const epilogue_numbers& p) {
  const int32x4_t a = rounded<S>(sum.even, vldrwq_s32(k.multiplier), vldrbq_s32(k.shift));
  const int32x4_t b = rounded<S>(sum.odd, vldrwq_s32(k.multiplier + 4), vldrbq_s32(k.shift + 4));
  return codes_of<S, Whole>(a, b, p);
}
template <epilogue_step S, bool Whole>
ETCH_GLUE int16x8_t end_eight(const eight_sums& sum, const biased_eight&,
                              const epilogue_numbers& p) {
  return codes_of<S, Whole>(rounded<S>(sum.even, 0, p.shift), rounded<S>(sum.odd, 0, p.shift), p);
}

/// All outputs of a dense layer; `scratch` holds a copy of the input row if its length is not a
/// multiple of 16.
template <epilogue_step S, bool Whole, class Eight>
ETCH_KERNEL void run_dense(const dense_plan& p, const epilogue_numbers& end, const Eight* filters,
                           const std::int8_t* weights,
                           const std::int8_t* x,  // (B,K)
                           std::int8_t* y,        // (B,O)
                           unsigned char* scratch) {
  const int steps = ceil_div(p.inputs, 16), eights = p.outputs / 8, rest = p.outputs % 8;
  for (int b = p.batches; b > 0; --b, x += p.inputs, y += p.outputs) {
    const std::int8_t* row = x;
    if (p.inputs % 16 != 0) {
      auto* const line = reinterpret_cast<std::int8_t*>(scratch);
      for (int k = 0; k < p.inputs; k += 16) {
        const mve_pred16_t inside = vctp8q(static_cast<std::uint32_t>(p.inputs - k));
        vstrbq_s8(line + k, vldrbq_z_s8(x + k, inside));
      }
      row = line;
    }
    if (eights > 0) {
      const eights_task task{row,
                             steps,
                             weights,
                             filters,
                             y,
                             eights,
                             {is_shift(S) ? end.shift : end.zero, end.low, end.high}};
      eights_of_filters<S, Whole>(&task);
    }
    if (rest > 0) {
      const Eight& k = filters[eights];
      const eight_sums sum = dot_rest(row, weights + eights * steps * 128, steps, k, rest);
      vstrbq_p_s16(y + eights * 8, as_bytes(end_eight<S, Whole>(sum, k, end)),
                   vctp16q(static_cast<std::uint32_t>(rest)));
    }
  }
}

#endif

/// Eight filters times one row by VMLADAVA.
struct vmladava_8x1 {
  static constexpr bool takes(const byte_layer& l) { return takes_epilogue(l) && !l.by_channel; }
  template <class C>
  static constexpr bool proves = has_small_factors<C>;
  /// Vectors of a row, which is copied where it ends within one.
  template <class C>
  static constexpr int steps = ceil_div(layer_of<C>.taps(), 16);
  template <class C>
  static constexpr int scratch = layer_of<C>.taps() % 16 == 0 ? 0 : 16 * steps<C>;

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int inputs = l.taps(), outputs = l.filters(), eights = ceil_div(outputs, 8);
    using eight = typename eight_filters<l.end.shifts()>::type;
    dense_constants<eight, eights, outputs * steps<C> * 16> k{
        {l.g.ow, inputs, outputs}, numbers_of(l.end), {}, {}};
    const unsigned char* bytes = C::bytes(1);
    for (int o = 0; o < outputs; ++o) {
      const int left = outputs - o / 8 * 8, i = o % 8;
      // filter `lane` of `width` that share vectors, which begin with filter `first`
      const int width = left >= 8 ? 8 : i < (left & 4) ? 4 : i < (left & 6) ? 2 : 1;
      const int begin = left >= 8 ? 0 : width == 4 ? 0 : width == 2 ? left & 4 : left & 6;
      const int first = (o / 8 * 8 + begin) * steps<C> * 16, lane = i - begin;
      int sum = 0;
      for (int t = 0; t < inputs; ++t) {
        const auto code = static_cast<std::int8_t>(bytes[o * inputs + t]);
        k.weights[first + (t / 16 * width + lane) * 16 + t % 16] = code;
        sum += code;
      }
      eight& to = k.filters[o / 8];
      to.bias[i] = bias_of<C>(o, sum);
      if constexpr (!l.end.shifts()) {
        const fixed_point_factor factor = factor_of<C>(o);
        to.multiplier[i / 2 + i % 2 * 4] = factor.multiplier;
        to.shift[i / 2 + i % 2 * 4] = static_cast<std::int8_t>(factor.shift);
      }
    }
    return k;
  }

  template <class C, const auto& Packed, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    if (rows.count == 0) return;  // the whole output is one row
    constexpr epilogue e = layer_of<C>.end;
    run_dense<step_of(e), e.saturates_to_int8()>(Packed.plan, Packed.end, Packed.filters,
                                                 Packed.weights, a.template in<0>(),
                                                 a.template out<0>(), a.scratch());
#else
    static_assert(sizeof(A) == 0, "dense by VMLADAVA: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace armv81m

/// dense of 8-bit codes by eight filters.
struct dense_s8_s8_s8_8x1_vmladava
    : layer_kernel<dense_s8_s8_s8_8x1_vmladava, ops::dense, armv81m::vmladava_8x1> {
  static constexpr const char* name = "dense_s8_s8_s8_8x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
