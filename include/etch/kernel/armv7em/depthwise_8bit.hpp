// What the 8-bit depthwise convolutions share: four channels of a pixel at a time, by SMLABB and
// SMLATT. One step takes a word of input and one of weights as they lie: 8 instructions for four
// products, the zero point taken off by SXTAB16. Cells outside the input are left out.
#pragma once

#include <etch/kernel/armv7em/codes.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace etch::inline ETCH_ABI {

namespace armv7em {

/// A depthwise convolution as its row loop sees it. Lengths in codes.
struct channel_plan {
  int h, w, oh, ow, c;
  int kh, kw, stride_h, stride_w, dilation_h, dilation_w, pad_top, pad_left;
  int zero = 0;
  int shift = 0, headroom = 0, lift = 0;  ///< as in ending
};
constexpr channel_plan make_channel_plan(const window_geometry& g) {
  return {g.h,        g.w,        g.oh,         g.ow,         g.c,       g.kh,      g.kw,
          g.stride_h, g.stride_w, g.dilation_h, g.dilation_w, g.pad_top, g.pad_left};
}

/// Where the sum of a channel starts, and its factor.
struct channel_start {
  std::int32_t sum;
};
struct factored_channel {
  std::int32_t sum;
  output_factor factor;
};
template <bool Shifts>
struct channel_constant {
  using type = factored_channel;
};
template <>
struct channel_constant<true> {
  using type = channel_start;
};

template <class Channel, int Channels, int Weights>
struct depthwise_constants {
  channel_plan plan;
  Channel channels[Channels];
  std::int8_t weights[Weights];  // (KH,KW,C)
};

#if ETCH_HAS_DSP

/// Cells of a window that lie inside the input: where they begin in x and in the weights, how many
/// rows and columns, and the way from one to the next.
struct inner_window {
  const std::int8_t* x;
  const std::int8_t* weights;
  int rows, columns;
  int x_column, x_row;  ///< x_row from the begin of a row
  int weight_row;
};

/// Sums of four channels.
struct four_sums {
  std::int32_t s0, s1, s2, s3;
  ETCH_GLUE void add(const std::int8_t* x, const std::int8_t* weights, std::uint32_t minus_zero) {
    const std::uint32_t a = load_word(x), b = load_word(weights);
    const std::uint32_t a_even = add_even(minus_zero, a), a_odd = add_odd(minus_zero, a);
    const std::uint32_t b_even = widen_even(b), b_odd = widen_odd(b);
    s0 = multiply_add_low(a_even, b_even, s0);
    s1 = multiply_add_low(a_odd, b_odd, s1);
    s2 = multiply_add_high(a_even, b_even, s2);
    s3 = multiply_add_high(a_odd, b_odd, s3);
  }
  /// Three cells in a row, `step` bytes apart in x and in the weights, which is moved behind them.
  /// 12 registers, in one statement: compilers spill half of them.
  ETCH_GLUE void add_three(const std::int8_t* x, const std::int8_t*& weights, int step,
                           std::uint32_t minus_zero) {
    std::uint32_t a, b, c, d;
    __asm volatile(
        "ldr %5,[%9]\n\tldr %6,[%4]\n\t"
        "sxtab16 %7,%11,%5\n\tsxtb16 %8,%6\n\t"
        "sxtab16 %5,%11,%5,ror #8\n\tsxtb16 %6,%6,ror #8\n\t"
        "smlabb %0,%7,%8,%0\n\tsmlatt %2,%7,%8,%2\n\t"
        "smlabb %1,%5,%6,%1\n\tsmlatt %3,%5,%6,%3\n\t"
        "ldr %5,[%9,%10]\n\tldr %6,[%4,%10]\n\tadd %4,%4,%10,lsl #1\n\t"
        "sxtab16 %7,%11,%5\n\tsxtb16 %8,%6\n\t"
        "sxtab16 %5,%11,%5,ror #8\n\tsxtb16 %6,%6,ror #8\n\t"
        "smlabb %0,%7,%8,%0\n\tsmlatt %2,%7,%8,%2\n\t"
        "smlabb %1,%5,%6,%1\n\tsmlatt %3,%5,%6,%3\n\t"
        "ldr %5,[%9,%10,lsl #1]\n\tldr %6,[%4]\n\tadd %4,%4,%10\n\t"
        "sxtab16 %7,%11,%5\n\tsxtb16 %8,%6\n\t"
        "sxtab16 %5,%11,%5,ror #8\n\tsxtb16 %6,%6,ror #8\n\t"
        "smlabb %0,%7,%8,%0\n\tsmlatt %2,%7,%8,%2\n\t"
        "smlabb %1,%5,%6,%1\n\tsmlatt %3,%5,%6,%3"
        : "+r"(s0), "+r"(s1), "+r"(s2), "+r"(s3), "+r"(weights), "=&r"(a), "=&r"(b), "=&r"(c),
          "=&r"(d)
        : "r"(x), "r"(step), "r"(minus_zero)
        : "memory");
  }
};

template <class Ending>
ETCH_GLUE std::int8_t end_channel(const channel_plan& p, const channel_start&, std::int32_t sum) {
  return limited<Ending>(p, sum >> p.shift);
}
template <class Ending>
ETCH_GLUE std::int8_t end_channel(const channel_plan& p, const factored_channel& c,
                                  std::int32_t sum) {
  return limited<Ending>(p, scaled<Ending>(2 * sum, c.factor));
}

/// All channels of one pixel.
template <class Ending, class Channel>
ETCH_KERNEL void channels_of_pixel(std::int8_t* y, const inner_window& in, const channel_plan& p,
                                   const Channel* channels) {
  const std::uint32_t minus_zero = (static_cast<std::uint32_t>(-p.zero) & 0xffff) * 0x10001u;
  const int columns = in.columns, x_row = in.x_row, step = p.c;
  const bool three = columns == 3 && in.x_column == step && in.weight_row == 3 * step;
  for (int next = 0; next < step; next += 4) {
    // The last four overlap those before: what both write is the same.
    const int c = minimum(next, step - 4);
    const Channel* const k = channels + c;
    four_sums sum{k[0].sum, k[1].sum, k[2].sum, k[3].sum};
    const std::int8_t *x = in.x + c, *w = in.weights + c;
    int rows = in.rows;
    if (three) {
      for (; rows > 0; --rows, x += x_row) sum.add_three(x, w, step, minus_zero);
    } else {
      for (; rows > 0; --rows, x += x_row, w += in.weight_row) {
        const std::int8_t *at = x, *weight = w;
        for (int v = columns; v > 0; --v, at += in.x_column, weight += step) {
          sum.add(at, weight, minus_zero);
        }
      }
    }
    y[c] = end_channel<Ending>(p, k[0], sum.s0);
    y[c + 1] = end_channel<Ending>(p, k[1], sum.s1);
    y[c + 2] = end_channel<Ending>(p, k[2], sum.s2);
    y[c + 3] = end_channel<Ending>(p, k[3], sum.s3);
  }
}

/// The first of `count` cells, `step` apart from `at` on, that lies inside [0, size), and how many
/// do.
struct inner_cells {
  int first, count;
};
ETCH_GLUE inner_cells cells_inside(int at, int count, int step, int size) {
  int first = 0;
  for (; at < 0; at += step) ++first;
  int last = first;
  for (; last < count && at < size; at += step) ++last;
  return {first, last - first};
}

/// Writes rows of output.
template <class Ending, class Channel>
ETCH_KERNEL void depthwise_rows(const channel_plan& p, const Channel* channels,
                                const std::int8_t* weights,         // (KH,KW,C)
                                strided_rows<const std::int8_t> x,  // (N H, W C)
                                std::int8_t* y,                     // (N OH, OW C)
                                row_block rows) {
  y += rows.first * p.ow * p.c;
  inner_window in;
  in.x_column = p.dilation_w * p.c;
  in.x_row = p.dilation_h * x.stride;
  in.weight_row = p.kw * p.c;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int top = r % p.oh * p.stride_h - p.pad_top;
    const inner_cells u = cells_inside(top, p.kh, p.dilation_h, p.h);
    const std::int8_t* row = x.row(r / p.oh * p.h + top + u.first * p.dilation_h);
    in.rows = u.count;
    int left = -p.pad_left;
    for (int j = 0; j < p.ow; ++j, left += p.stride_w, y += p.c) {
      const inner_cells v = cells_inside(left, p.kw, p.dilation_w, p.w);
      in.columns = v.count;
      in.x = row + (left + v.first * p.dilation_w) * p.c;
      in.weights = weights + (u.first * p.kw + v.first) * p.c;
      channels_of_pixel<Ending>(y, in, p, channels);
    }
  }
}

#endif

/// Depthwise convolution C by four channels at a time.
template <class C>
struct four_channels {
  static constexpr window_geometry g = C::attributes.at(C::inputs());
  using e = ending<C>;
  using channel = typename channel_constant<e::shifts>::type;

  static constexpr int taps = g.kh * g.kw;
  struct facts_of_all {
    filter_facts of[g.c]{};
    bool are_exact = true;
  };
  static constexpr facts_of_all facts = [] {
    facts_of_all all;
    constexpr auto finish = make_finish<C, g.oc>();
    for (int c = 0; c < g.c; ++c) {
      all.of[c] = examine_filter<C>(c, c, g.c, taps, finish);
      all.are_exact = all.are_exact && all.of[c].is_exact;
    }
    return all;
  }();

  static constexpr auto pack() {
    depthwise_constants<channel, g.c, g.c * taps> p{};
    p.plan = make_channel_plan(g);
    p.plan.zero = e::x.zero;
    p.plan.shift = e::shift;
    p.plan.headroom = e::headroom;
    p.plan.lift = e::lift;
    for (int c = 0; c < g.c; ++c) {
      const filter_facts& f = facts.of[c];
      p.channels[c].sum = static_cast<std::int32_t>(static_cast<std::uint32_t>(f.start) -
                                                    static_cast<std::uint32_t>(f.zero));
      if constexpr (!e::shifts) p.channels[c].factor = f.factor;
    }
    for (int i = 0; i < g.c * taps; ++i) p.weights[i] = static_cast<std::int8_t>(C::bytes(1)[i]);
    return p;
  }
};

/// Whether depthwise convolution C has 8-bit operands and can be run by four channels at a time.
template <class C, bool Shifts>
constexpr bool accepts_depthwise() {
  if constexpr (!has_known_ending<C>()) return false;
  else if constexpr (ending<C>::shifts != Shifts) return false;
  else if constexpr (four_channels<C>::g.c != four_channels<C>::g.oc) return false;
  else return four_channels<C>::g.c >= 4 && four_channels<C>::facts.are_exact;
}

/// Base of the depthwise kernel K, which ends sums by shifts or by factors.
template <class K, bool Shifts>
struct depthwise_kernel : kernel_base {
  using op = ops::depthwise_conv2d;

  template <class C>
  static constexpr bool accepts = accepts_depthwise<C, Shifts>();
  template <class C>
  static constexpr auto pack() {
    return four_channels<C>::pack();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    const auto& k = packed<K, C>;
    depthwise_rows<ending_of<C>>(k.plan, k.channels, k.weights, a.template rows<0>(),
                                 a.template out<0>(), rows);
#else
    static_assert(sizeof(A) == 0, "depthwise_conv2d by SMLABB: compile with -mcpu=cortex-m4");
#endif
  }
};

}  // namespace armv7em

}  // namespace etch::inline ETCH_ABI
