// What the 8-bit dense layers share: eight filters times one input row by VMLADAVA, 17
// instructions for 128 products; the last one to seven filters four, two and one at a time.
#pragma once

#include <etch/kernel/armv81m/finish.hpp>
#include <etch/kernel/unroll.hpp>
#include <etch/op/dense.hpp>

namespace etch::inline ETCH_ABI {

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
  end_plan end;
  Eight filters[Eights];
  alignas(16) std::int8_t weights[Weights];
};

#if ETCH_HAS_MVE

/// Sums of filters 0, 2, 4, 6 and 1, 3, 5, 7.
struct eight_sums {
  int32x4_t even, odd;
};

/// Biases plus products over `steps` >= 1 steps of 16; `weights` is left behind them.
ETCH_GLUE eight_sums dot_8x1(const std::int8_t* x, const std::int8_t*& weights, int steps,
                             const std::int32_t* bias) {
  std::int32_t a, b, c, d, e, f, g, h;
  int32x4_t u, v, s;
  // As dot_2x4: all even registers are sums.
  __asm volatile(
      "ldr %[a],[%[k]]\n\tldr %[b],[%[k],#4]\n\tldr %[c],[%[k],#8]\n\tldr %[d],[%[k],#12]\n\t"
      "ldr %[e],[%[k],#16]\n\tldr %[f],[%[k],#20]\n\tldr %[g],[%[k],#24]\n\tldr %[h],[%[k],#28]\n\t"
      "lsrs %[n],%[n],#1\n\tbcc 1f\n\t"
      "vldrb.8 %q[s],[%[x]],#16\n\tvldrw.32 %q[u],[%[w]],#64\n\tvmladava.s8 %[a],%q[s],%q[u]\n\t"
      "vldrw.32 %q[v],[%[w],#-48]\n\tvmladava.s8 %[b],%q[s],%q[v]\n\t"
      "vldrw.32 %q[u],[%[w],#-32]\n\tvmladava.s8 %[c],%q[s],%q[u]\n\t"
      "vldrw.32 %q[v],[%[w],#-16]\n\tvmladava.s8 %[d],%q[s],%q[v]\n\t"
      "vldrw.32 %q[u],[%[w]],#64\n\tvmladava.s8 %[e],%q[s],%q[u]\n\t"
      "vldrw.32 %q[v],[%[w],#-48]\n\tvmladava.s8 %[f],%q[s],%q[v]\n\t"
      "vldrw.32 %q[u],[%[w],#-32]\n\tvmladava.s8 %[g],%q[s],%q[u]\n\t"
      "vldrw.32 %q[v],[%[w],#-16]\n\tvmladava.s8 %[h],%q[s],%q[v]\n\t"
      "1:\n\tbeq 3f\n\t"
      "2:\n\t"
      "vldrb.8 %q[s],[%[x]],#16\n\tvldrw.32 %q[u],[%[w]],#256\n\tvmladava.s8 %[a],%q[s],%q[u]\n\t"
      "vldrw.32 %q[v],[%[w],#-240]\n\tvmladava.s8 %[b],%q[s],%q[v]\n\t"
      "vldrw.32 %q[u],[%[w],#-224]\n\tvmladava.s8 %[c],%q[s],%q[u]\n\t"
      "vldrw.32 %q[v],[%[w],#-208]\n\tvmladava.s8 %[d],%q[s],%q[v]\n\t"
      "vldrw.32 %q[u],[%[w],#-192]\n\tvmladava.s8 %[e],%q[s],%q[u]\n\t"
      "vldrw.32 %q[v],[%[w],#-176]\n\tvmladava.s8 %[f],%q[s],%q[v]\n\t"
      "vldrw.32 %q[u],[%[w],#-160]\n\tvmladava.s8 %[g],%q[s],%q[u]\n\t"
      "vldrw.32 %q[v],[%[w],#-144]\n\tvmladava.s8 %[h],%q[s],%q[v]\n\t"
      "vldrb.8 %q[s],[%[x]],#16\n\t"
      "vldrw.32 %q[u],[%[w],#-128]\n\tvmladava.s8 %[a],%q[s],%q[u]\n\t"
      "vldrw.32 %q[v],[%[w],#-112]\n\tvmladava.s8 %[b],%q[s],%q[v]\n\t"
      "vldrw.32 %q[u],[%[w],#-96]\n\tvmladava.s8 %[c],%q[s],%q[u]\n\t"
      "vldrw.32 %q[v],[%[w],#-80]\n\tvmladava.s8 %[d],%q[s],%q[v]\n\t"
      "vldrw.32 %q[u],[%[w],#-64]\n\tvmladava.s8 %[e],%q[s],%q[u]\n\t"
      "vldrw.32 %q[v],[%[w],#-48]\n\tvmladava.s8 %[f],%q[s],%q[v]\n\t"
      "vldrw.32 %q[u],[%[w],#-32]\n\tvmladava.s8 %[g],%q[s],%q[u]\n\t"
      "vldrw.32 %q[v],[%[w],#-16]\n\tvmladava.s8 %[h],%q[s],%q[v]\n\t"
      "subs %[n],#1\n\tbne 2b\n\t"
      "3:\n\tvmov %q[u][2],%q[u][0],%[a],%[e]\n\tvmov %q[u][3],%q[u][1],%[c],%[g]\n\t"
      "vmov %q[v][2],%q[v][0],%[b],%[f]\n\tvmov %q[v][3],%q[v][1],%[d],%[h]"
      : [a] "=&Te"(a), [b] "=&Te"(b), [c] "=&Te"(c), [d] "=&Te"(d), [e] "=&Te"(e), [f] "=&Te"(f),
        [g] "=&Te"(g), [h] "=&Te"(h), [w] "+r"(weights), [x] "+r"(x), [n] "+r"(steps),
        [u] "=&w"(u), [v] "=&w"(v), [s] "=&w"(s)
      : [k] "r"(bias)
      : "memory", "cc");
  return {u, v};
}

/// The same for Filters of them, at `to`.
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

template <last_step S, bool Whole>
ETCH_GLUE int16x8_t end_eight(const eight_sums& sum, const factored_eight& k, const end_plan& p) {
  const int32x4_t a =
      rounded<S>(sum.even, vldrwq_s32(k.multiplier), vldrbq_s32(k.shift));
  const int32x4_t b =
      rounded<S>(sum.odd, vldrwq_s32(k.multiplier + 4), vldrbq_s32(k.shift + 4));
  return codes_of<S, Whole>(a, b, p);
}
template <last_step S, bool Whole>
ETCH_GLUE int16x8_t end_eight(const eight_sums& sum, const biased_eight&, const end_plan& p) {
  return codes_of<S, Whole>(rounded<S>(sum.even, 0, p.shift), rounded<S>(sum.odd, 0, p.shift), p);
}

/// All outputs of a dense layer; `line` holds an input row where that is no multiple of 16.
template <last_step S, bool Whole, class Eight>
ETCH_KERNEL void run_dense(const dense_plan& p, const end_plan& end, const Eight* filters,
                           const std::int8_t* weights,
                           const std::int8_t* x,  // (B,K)
                           std::int8_t* y,        // (B,O)
                           unsigned char* scratch) {
  const int steps = ceil_div(p.inputs, 16);
  for (int b = p.batches; b > 0; --b, x += p.inputs) {
    const std::int8_t* row = x;
    if (p.inputs % 16 != 0) {
      auto* const line = reinterpret_cast<std::int8_t*>(scratch);
      for (int k = 0; k < p.inputs; k += 16) {
        const mve_pred16_t inside = vctp8q(static_cast<std::uint32_t>(p.inputs - k));
        vstrbq_s8(line + k, vldrbq_z_s8(x + k, inside));
      }
      row = line;
    }
    const Eight* k = filters;
    const std::int8_t* w = weights;
    int left = p.outputs;
    for (; left >= 8; left -= 8, ++k, y += 8) {
      const eight_sums sum = dot_8x1(row, w, steps, k->bias);
      vstrbq_s16(y, as_bytes(end_eight<S, Whole>(sum, *k, end)));
    }
    if (left > 0) {
      const int16x8_t codes = end_eight<S, Whole>(dot_rest(row, w, steps, *k, left), *k, end);
      vstrbq_p_s16(y, as_bytes(codes), vctp16q(static_cast<std::uint32_t>(left)));
      y += left;
    }
  }
}

#endif

/// Dense layer C by eight filters.
template <class C>
struct eight_wide_dense {
  static constexpr int outputs = C::template in<1>::is.shape.d[0];
  static constexpr int inputs = C::template in<1>::is.shape.d[1];
  static constexpr int steps = ceil_div(inputs, 16);
  using e = ending<C>;

  static constexpr auto pack() {
    constexpr int eights = ceil_div(outputs, 8);
    using eight = typename eight_filters<e::shifts>::type;
    dense_constants<eight, eights, outputs * steps * 16> k{
        {C::template out<>::is.shape.size() / outputs, inputs, outputs}, e::plan, {}, {}};
    const unsigned char* bytes = C::bytes(1);
    for (int o = 0; o < outputs; ++o) {
      const int left = outputs - o / 8 * 8, i = o % 8;
      // filter `lane` of `width` that share vectors, which begin with filter `first`
      const int width = left >= 8 ? 8 : i < (left & 4) ? 4 : i < (left & 6) ? 2 : 1;
      const int begin = left >= 8 ? 0 : width == 4 ? 0 : width == 2 ? left & 4 : left & 6;
      const int first = (o / 8 * 8 + begin) * steps * 16, lane = i - begin;
      int sum = 0;
      for (int t = 0; t < inputs; ++t) {
        const auto code = static_cast<std::int8_t>(bytes[o * inputs + t]);
        k.weights[first + (t / 16 * width + lane) * 16 + t % 16] = code;
        sum += code;
      }
      eight& to = k.filters[o / 8];
      to.bias[i] = e::bias(o, sum);
      if constexpr (!e::shifts) {
        const fixed_point_factor factor = factor_of<C>(o);
        to.multiplier[i / 2 + i % 2 * 4] = factor.multiplier;
        to.shift[i / 2 + i % 2 * 4] = static_cast<std::int8_t>(factor.shift);
      }
    }
    return k;
  }
};

/// Whether dense layer C can be run so.
template <class C, bool Shifts>
constexpr bool accepts_dense() {
  if constexpr (!has_known_ending<C, Shifts>()) return false;
  else if constexpr (Shifts) return true;
  else return has_known_factors<C, eight_wide_dense<C>::outputs>();
}

/// Base of the dense kernel K, which ends sums by shifts or by factors.
template <class K, bool Shifts>
struct dense_kernel {
  using op = ops::dense;

  template <class C>
  static constexpr bool accepts = accepts_dense<C, Shifts>();
  template <class C>
  static constexpr int scratch =
      eight_wide_dense<C>::inputs % 16 == 0 ? 0 : 16 * eight_wide_dense<C>::steps;
  template <class C>
  static constexpr auto pack() {
    return eight_wide_dense<C>::pack();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    if (rows.count == 0) return;  // the whole output is one row
    using e = ending<C>;
    const auto& k = packed<K, C>;
    run_dense<e::step, e::whole>(k.plan, k.end, k.filters, k.weights, a.template in<0>(),
                                 a.template out<0>(), a.scratch());
#else
    static_assert(sizeof(A) == 0, "dense by VMLADAVA: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace armv81m

}  // namespace etch::inline ETCH_ABI
