// Runs of 16-bit codes by SMLAL, four filters times four pixels or eight filters times one: 8 codes
// of a filter meet those of each pixel, four sums of every fourth code; where sums need 64 bits,
// SMULL and SADALP. Weights of 8 bits are widened in registers. Channels of depthwise_conv2d lie
// side by side, with the weights of small windows in registers. Sums end 8 at a time.
#pragma once

#include <etch/kernel/aarch64/sum_lanes.hpp>
#include <etch/kernel/layer/short_vectors.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

#if ETCH_HAS_NEON

/// 8 codes as 16 bits.
ETCH_GLUE int16x8_t load_eight(const std::int16_t* x) { return vld1q_s16(x); }
ETCH_GLUE int16x8_t load_eight(const std::int8_t* x) { return vmovl_s8(vld1_s8(x)); }

/// Sums of products, partly in each lane; totals() adds up those of four.
template <bool Narrow>
struct partial_sums;
template <>
struct partial_sums<true> {
  using four_totals = int32x4_t;
  int32x4_t lanes;
  ETCH_GLUE void add(int16x8_t w, int16x8_t x) {
    lanes = vmlal_high_s16(vmlal_s16(lanes, vget_low_s16(w), vget_low_s16(x)), w, x);
  }
  ETCH_GLUE static void add_totals(sum_lanes<std::int32_t>& s, int half, const partial_sums* of) {
    s.four[half] = vaddq_s32(s.four[half], totals(of));
  }
  ETCH_GLUE static void add_totals(sum_lanes<std::int64_t>& s, int half, const partial_sums* of) {
    const int32x4_t all = totals(of);
    s.two[2 * half] = vaddw_s32(s.two[2 * half], vget_low_s32(all));
    s.two[2 * half + 1] = vaddw_high_s32(s.two[2 * half + 1], all);
  }

 private:
  ETCH_GLUE static int32x4_t totals(const partial_sums* s) {
    return vpaddq_s32(vpaddq_s32(s[0].lanes, s[1].lanes), vpaddq_s32(s[2].lanes, s[3].lanes));
  }
};
template <>
struct partial_sums<false> {
  int64x2_t lanes;
  ETCH_GLUE void add(int16x8_t w, int16x8_t x) {
    lanes = vpadalq_s32(lanes, vmull_s16(vget_low_s16(w), vget_low_s16(x)));
    lanes = vpadalq_s32(lanes, vmull_high_s16(w, x));
  }
  ETCH_GLUE static void add_totals(sum_lanes<std::int64_t>& s, int half, const partial_sums* of) {
    s.two[2 * half] = vaddq_s64(s.two[2 * half], vpaddq_s64(of[0].lanes, of[1].lanes));
    s.two[2 * half + 1] = vaddq_s64(s.two[2 * half + 1], vpaddq_s64(of[2].lanes, of[3].lanes));
  }
};

/// 16 codes as 16 bits.
struct sixteen_codes {
  int16x8_t half[2];
};
ETCH_GLUE sixteen_codes load_sixteen(const std::int16_t* x) {
  return {{vld1q_s16(x), vld1q_s16(x + 8)}};
}
ETCH_GLUE sixteen_codes load_sixteen(const std::int8_t* x) {
  const int8x16_t all = vld1q_s8(x);
  return {{vmovl_s8(vget_low_s8(all)), vmovl_high_s8(all)}};
}

/// Numbers that stay in a register as they are, without copies of their halves.
ETCH_GLUE void keep_whole(int16x8_t& eight) { asm("" : "+w"(eight)); }

/// Adds the products of a run of `codes` codes, a multiple of Unit, to sums sum[Filters * p + f];
/// filters lie NextW apart, pixels NextX.
template <int Filters, int Pixels, int NextW, int NextX, int Unit, class Partial, class W>
ETCH_GLUE void add_run(Partial* sum, const W* w, const std::int16_t* x, int codes) {
  const auto step = [&](const auto& load_x, const auto& load_w) __attribute__((always_inline)) {
    int16x8_t pixel[Pixels];
    unroll<Pixels>([&]<int P>()
                       __attribute__((always_inline)) { pixel[P] = load_x(x + P * NextX); });
    unroll<Filters>([&]<int F>() __attribute__((always_inline)) {
      const int16x8_t weights = load_w(w + F * NextW);
      unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
        sum[Filters * P + F].add(weights, pixel[P]);
      });
    });
  };
  const auto whole = [](const auto* from)
                         __attribute__((always_inline)) { return load_eight(from); };
  if constexpr (Unit % 16 == 0) {
    const auto sixteens = [&]<int Count>() __attribute__((always_inline)) {
      asm("" : "+r"(x));  // no codes are kept for the next pixel
      if constexpr (Count > 1) asm("" : "+r"(w));
      sixteen_codes pixel[Count * Pixels];
      unroll<Count * Pixels>([&]<int P>() __attribute__((always_inline)) {
        pixel[P] = load_sixteen(x + P % Pixels * NextX + P / Pixels * 16);
      });
      unroll<Filters>([&]<int F>() __attribute__((always_inline)) {
        sixteen_codes weights[Count];
        unroll<Count>([&]<int I>() __attribute__((always_inline)) {
          weights[I] = load_sixteen(w + F * NextW + 16 * I);
        });
        unroll<2 * Count * Pixels>([&]<int K>() __attribute__((always_inline)) {
          constexpr int part = K / Pixels, p = K % Pixels;
          sum[Filters * p + F].add(weights[part / 2].half[part % 2],
                                   pixel[part / 2 * Pixels + p].half[part % 2]);
        });
        if constexpr (Count * Pixels > 1) asm volatile("");  // registers for one filter are left
      });
      codes -= 16 * Count, w += 16 * Count, x += 16 * Count;
    };
    if constexpr (Pixels == 1 && sizeof(W) == 1) {  // pairs of loads
      while (codes >= 32) sixteens.template operator()<2>();
      if (Unit % 32 != 0 && codes > 0) sixteens.template operator()<1>();
    } else {
      while (codes > 0) sixteens.template operator()<1>();
    }
    return;
  }
  const bool is_long = Unit >= 8 || codes >= 8;
  for (; codes >= 8; codes -= 8, w += 8, x += 8) {
    asm("" : "+r"(x));  // no codes are kept for the next pixel
    step(whole, whole);
  }
  if (Unit % 8 == 0 || codes == 0) return;
  if (is_long) {  // the last 8, of which those before are zeros
    w -= 8 - codes, x -= 8 - codes;
    const int16x8_t lane = vmovl_s8(vcreate_s8(0x0706050403020100));
    const int16x8_t behind =
        vreinterpretq_s16_u16(vcgeq_s16(lane, vdupq_n_s16(static_cast<std::int16_t>(8 - codes))));
    step([&](const auto* from)
             __attribute__((always_inline)) { return vandq_s16(load_eight(from), behind); },
         whole);
  } else if constexpr (Unit < 8) {  // and zeros behind them
    const auto part = [&](const auto* from) __attribute__((always_inline)) {
      std::int16_t some[8]{};
      for (int k = 0; k < codes; ++k) {
        some[k] = from[k];
        asm volatile("" ::: "memory");  // no call of memcpy
      }
      return load_eight(some);
    };
    step(part, part);
  }
}

/// Starts where 8 sums do, or at 0 where 32 bits are widened in the end.
template <class Part, class Sum>
ETCH_GLUE sum_lanes<Part> start_of(const sum_lanes<Sum>& bias) {
  if constexpr (sizeof(Part) == sizeof(Sum)) return bias;
  else return sum_lanes<Part>::zeros();
}
/// What begun sums come to.
template <class Sum, class Part>
ETCH_GLUE sum_lanes<Sum> whole_of(const sum_lanes<Part>& part,
                                  [[maybe_unused]] const sum_lanes<Sum>& bias) {
  if constexpr (sizeof(Part) == sizeof(Sum)) {
    return part;
  } else {
    sum_lanes<Sum> s = bias;
    s.add(part);
    return s;
  }
}

/// Writes 8 channels from c on of a row.
template <class Sum, class Geometry, class Rows, class Y, class P, class End>
struct row_of_eight {
  using rows = short_sums::rows_of_windows<Geometry, Rows>;
  using weight = short_sums::element_of<decltype(P::weights)>;
  static constexpr int kh = Geometry::kh, kw = Geometry::kw, taps = kh * kw;
  using part = short_sums::part_of<Sum, weight, taps>;

  const rows& in;
  const weight* w;
  sum_lanes<Sum> bias;
  end_lanes<End, Sum> end;
  int c;
  Y* y;

  ETCH_GLUE row_of_eight(const rows& r, const P& p, const End& e, Y* to, int channel)
      : in(r),
        w(p.weights + channel),
        bias(sum_lanes<Sum>::load(p.bias + channel)),
        end(e, channel),
        c(channel),
        y(to + channel) {}

  ETCH_GLUE void write() const {
    in.template for_each_pixel<(taps <= 9)>(
        [&](int j) __attribute__((always_inline)) { write_at_edge(j); },
        [&](int j, int last) __attribute__((always_inline)) { return write_inner(j, last); });
  }

 private:
  ETCH_GLUE void put(int j, const sum_lanes<part>& s) const {
    end.write(y + j * in.g.c, whole_of(s, bias));
  }
  /// Any pixel.
  ETCH_GLUE void write_at_edge(int j) const {
    sum_lanes<part> s = start_of<part>(bias);
    in.for_each_cell(j, c, w - c,
                     [&](const weight* from, const std::int16_t* x) __attribute__((always_inline)) {
                       s.add(load_eight(from), load_eight(x));
                     });
    put(j, s);
  }
  /// Pixels from j on whose windows lie inside, two at a time where they share columns; the first
  /// that is left.
  ETCH_GLUE int write_inner(int j, int last) const {
    constexpr bool share = Geometry::stride_w == 1 && Geometry::dilation_w == 1;
    constexpr int together = share ? 2 : 1;
    int16x8_t weights[taps];
    const std::int16_t* x[kh];
    unroll<kh>([&]<int I>() __attribute__((always_inline)) {
      const bool inside = in.has_row(I);
      x[I] = in.cells(inside ? I : in.u.first, j, c);  // times 0 where row I lies outside
      unroll<kw>([&]<int V>() __attribute__((always_inline)) {
        constexpr int k = I * kw + V;
        weights[k] = inside ? load_eight(w + k * in.g.c) : vdupq_n_s16(0);
      });
    });
    const auto some = [&]<int Pixels>() __attribute__((always_inline)) {
      unroll<taps>([&]<int K>() __attribute__((always_inline)) { keep_whole(weights[K]); });
      sum_lanes<part> s[Pixels];
      unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) { s[Q] = start_of<part>(bias); });
      unroll<kh>([&]<int I>() __attribute__((always_inline)) {
        unroll<kw + Pixels - 1>([&]<int V>() __attribute__((always_inline)) {
          const int16x8_t codes = load_eight(x[I] + V * rows::cell);
          unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
            if constexpr (V >= Q && V - Q < kw) s[Q].add(weights[I * kw + V - Q], codes);
          });
        });
        x[I] += Pixels * rows::step;
      });
      unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) { put(j + Q, s[Q]); });
    };
    for (; j + together <= last; j += together) some.template operator()<together>();
    if constexpr (together > 1) {
      for (; j < last; ++j) some.template operator()<1>();
    }
    return j;
  }
};

#endif

/// The tile of layers of 16-bit codes.
struct short_tile {
  static constexpr int filters = 8, channels = 8;
  static constexpr bool keeps_rows = true;
  template <class>
  static constexpr int pixels = 4;
  template <int Taps, int NextX, int Unit>
  struct with_taps;
  static constexpr bool adds_windows = true;  ///< of fewer channels

#if ETCH_HAS_NEON
  /// Sums of products of x and Count rows of Length weights; room for 8.
  template <int Count, int Length, class Sum, class W>
  static void write_rows(Sum* to, const W* w, const std::int16_t* x);

  template <int Channels, class Sum, class W>
  ETCH_GLUE static void add_window(Sum* s, const W* w, const std::int16_t* x,
                                   const short_sums::window_steps& t) {
    short_sums::add_window_by_one<Channels>(s, w, x, t);
  }
  /// What ends sums as `all`, the epilogue of call C.
  template <class C, class Epilogue>
  requires has_factor_lanes<Epilogue>
  ETCH_GLUE static constexpr auto end_of(const Epilogue& all) {
    constexpr const auto& known = generic_epilogue<C, C::template out<>::is.shape.c()>;
    return known_factors<Epilogue, rules_of_factors(known)>{{all}};
  }
  template <class Sum, class Geometry, class Rows, class Y, class P, class End>
  ETCH_GLUE static void write_row(const Geometry& g, const P& p, const End& end, const Rows& x,
                                  int top, const cell_run& u, Y* y) {
    const short_sums::rows_of_windows<Geometry, Rows> in{{}, g, x, top, u};
    for (int next = 0; next < g.c; next += 8)
      row_of_eight<Sum, Geometry, Rows, Y, P, End>(in, p, end, y, minimum(next, g.c - 8)).write();
  }
#endif
};

/// The same for windows of Taps codes, pixels NextX apart and runs of multiples of Unit codes.
template <int Taps, int NextX, int Unit>
struct short_tile::with_taps : short_tile {
#if ETCH_HAS_NEON
  template <int Filters, int Pixels, class Sum, class Y, class P, class End>
  ETCH_GLUE static void write(const short_sums::pixel_task& t, const P& p, const End& end, int f,
                              Y* y, int next_y) {
    sum_lanes<Sum> s[Pixels];
    sum_products<Filters, Pixels>(s, p.weights + f * Taps, t.runs, t.count, t.codes);
    if constexpr (Filters == 8) {
      const auto bias = sum_lanes<Sum>::load(p.bias + f);
      const end_lanes<End, Sum> ends(end, f);
      unroll<Pixels>([&]<int I>() __attribute__((always_inline)) {
        s[I].add(bias);
        ends.write(y + I * next_y + f, s[I]);
      });
    } else {
      unroll<Pixels>([&]<int I>() __attribute__((always_inline)) {
        Sum some[8];
        s[I].store(some);
        unroll<Filters>([&]<int K>() __attribute__((always_inline)) {
          const Sum sum = short_sums::wrapping_add(some[K], static_cast<Sum>(p.bias[f + K]));
          y[I * next_y + f + K] = end(sum, f + K);
        });
      });
    }
  }
  /// The sums of Pixels pixels by filters whose weights begin at `weights`, without biases.
  template <int Filters, int Pixels, class Sum, class W>
  ETCH_GLUE static void sum_products(sum_lanes<Sum>* s, const W* weights,
                                     const short_sums::run* runs, int count, int codes) {
    using partial = partial_sums<sizeof(short_sums::part_of<Sum, W, Taps>) == 4>;
    unroll<Pixels>([&]<int I>() __attribute__((always_inline)) { s[I] = sum_lanes<Sum>::zeros(); });
    constexpr int at_once = Pixels == 1 ? 8 : 4;
    unroll<ceil_div(Filters, at_once)>([&]<int Part>() __attribute__((always_inline)) {
      constexpr int first = at_once * Part, some = minimum(Filters - first, at_once);
      partial sum[Pixels * some + 3]{};  // and none behind the last filter
      const W* const w = weights + first * Taps;
      for (const short_sums::run *r = runs, *last = r + count; r != last; ++r)
        add_run<some, Pixels, Taps, NextX, Unit>(sum, w + r->weight, r->x, codes);
      unroll<Pixels * ceil_div(some, 4)>([&]<int I>() __attribute__((always_inline)) {
        constexpr int pixel = I % Pixels, quad = I / Pixels;
        partial::add_totals(s[pixel], at_once / 4 * Part + quad, sum + pixel * some + 4 * quad);
      });
    });
  }
#endif
};

#if ETCH_HAS_NEON
template <int Count, int Length, class Sum, class W>
ETCH_GLUE void short_tile::write_rows(Sum* to, const W* w, const std::int16_t* x) {
  const short_sums::run row{x, 0};
  sum_lanes<Sum> s;
  with_taps<Length, Length, Length>::template sum_products<Count, 1>(&s, w, &row, 1, Length);
  s.store(to);
}
#endif

}  // namespace neon
}  // namespace ETCH_NAMESPACE
