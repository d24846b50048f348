// Channels of depthwise_conv2d in lanes, values of 16 bits: VMULLB and VMULLT make the 8 products
// of a cell, two pixels meet the weights while they are in a register. Sums end 8 at a time.
#pragma once

#include <etch/kernel/armv81m/short_tile.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Whether call C, a layer of sums, has 8 channels at least, sums of 32 bits and an epilogue of
/// lanes.
template <class C>
constexpr bool fits_channel_lanes() {
  using y = typename C::template out<>;
  constexpr int channels = y::is.shape.c();
  if constexpr (channels < 8 || sizeof(typename y::storage) > 2) return false;
  else if constexpr (lanes_of(generic_epilogue<C, channels>) == lanes::none) return false;
  else return short_sums::fit_32_bits<C>();
}

#if ETCH_HAS_MVE
/// How End makes codes of sums of 8 channels from c on, of which c, c + 2 .. are in `even`.
template <class End>
struct ends_of_channels {
  template <class Y>
  ETCH_GLUE static int16x8_t codes(const End& end, int32x4_t even, int32x4_t odd, int c) {
    return end.template eight_codes<Y>(even, odd, c);
  }
};
#endif

/// The tile of layers of 16-bit numbers by channel, with 8 of them at least and sums of 32 bits.
struct channel_tile : short_tile {
  static constexpr int channels = 8;

#if ETCH_HAS_MVE
  /// Sums of 8 channels: 0, 2, 4, 6 and 1, 3, 5, 7.
  struct sums {
    int32x4_t even, odd;
  };

  template <class Sum, class Geometry, class Rows, class Y, class P, class End>
  ETCH_GLUE static void write_row(const Geometry& g, const P& p, const End& end, const Rows& x,
                                  int top, const cell_run& u, Y* y) {
    using in = short_sums::inner_of_row<Geometry>;
    constexpr int c = Geometry::c, row_of_weights = Geometry::kw * c;
    const std::int16_t* row[Geometry::kh];
    for (int i = 0; i < u.count; ++i)
      row[i] = x.row(top + (u.first + i) * Geometry::dilation_h) - g.pad_left * c;
    const int last = in::last(g);
    for (int next = 0; next < c; next += 8) {
      const int k = minimum(next, c - 8);
      const auto* const w = p.weights + u.first * row_of_weights + k;
      // pixels from j on of whose windows `cells` are inside
      const auto write = [&]<int Pixels>(int j, cell_run cells) __attribute__((always_inline)) {
        sums s[Pixels];
        start(s[0], p.bias + k);
        if constexpr (Pixels > 1) s[1] = s[0];
        const int at = j * in::step + k;
        if constexpr (Pixels > 1 && moves_by_offsets<Geometry>) {
          add_rows<Geometry>(s, w, row, u.count, at);
        } else {
          const auto* from_w = w;
          for (const std::int16_t *const *r = row, *const *const e = row + u.count; r != e;
               ++r, from_w += row_of_weights) {
            for (int v = cells.first; v < cells.first + cells.count; ++v)
              add_cell<Pixels>(s, from_w + v * c, *r + at + v * in::cell, in::step);
          }
        }
        unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
          put(y + (j + Q) * c + k, s[Q], end, k);
        });
      };
      for (int j = 0; j < g.ow;) {
        if (j >= in::first && j + 1 < last) {
          write.template operator()<2>(j, {0, Geometry::kw});
          j += 2;
        } else {
          write.template operator()<1>(j, short_sums::find_inside(g, u, 0, j).v);
          ++j;
        }
      }
    }
  }

  /// Writes the codes of channels c .. c + 7, whose sums without their biases lie at `sum`.
  template <class Bias, class Y, class End>
  ETCH_GLUE static void write_eight(const std::int32_t* sum, const Bias* bias, const End& end,
                                    int c, Y* y) {
    sums s;
    start(s, bias + c);
    const int32x4x2_t products = vld2q_s32(sum);
    s.even = vaddq_s32(s.even, products.val[0]);
    s.odd = vaddq_s32(s.odd, products.val[1]);
    put(y + c, s, end, c);
  }

 private:
  ETCH_GLUE static int16x8_t load_eight(const std::int8_t* from) { return vldrbq_s16(from); }
  ETCH_GLUE static int16x8_t load_eight(const std::int16_t* from) { return vldrhq_s16(from); }
  ETCH_GLUE static void start(sums& s, const std::int32_t* bias) {
    const uint32x4_t places = vidupq_n_u32(0, 8);
    s.even = vldrwq_gather_offset_s32(bias, places);
    s.odd = vldrwq_gather_offset_s32(bias + 1, places);
  }
  ETCH_GLUE static void start(sums& s, const std::int64_t* bias) {
    const auto* const halves = reinterpret_cast<const std::int32_t*>(bias);
    const uint32x4_t places = vshlq_n_u32(vidupq_n_u32(0, 4), 2);
    s.even = vldrwq_gather_offset_s32(halves, places);
    s.odd = vldrwq_gather_offset_s32(halves + 2, places);
  }
  template <int Pixels, class W>
  ETCH_GLUE static void add_cell(sums* s, const W* w, const std::int16_t* x, int step) {
    const int16x8_t weights = load_eight(w);
    unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
      const int16x8_t codes = vldrhq_s16(x + Q * step);
      s[Q].even = vaddq_s32(s[Q].even, vmullbq_int_s16(codes, weights));
      s[Q].odd = vaddq_s32(s[Q].odd, vmulltq_int_s16(codes, weights));
    });
  }
  /// Whether add_rows takes windows of Geometry.
  template <class Geometry>
  static constexpr bool moves_by_offsets = [] {
    using in = short_sums::inner_of_row<Geometry>;
    return Geometry::kw <= 5 && 2 * maximum(maximum(in::cell, in::step), Geometry::c) <= 4095;
  }();
  /// How cells lie in memory, in bytes.
  template <class Geometry, class Weight>
  struct cell_bytes {
    using in = short_sums::inner_of_row<Geometry>;
    static constexpr int weight = sizeof(Weight), next_w = Geometry::c * weight;
    static constexpr int next_x = 2 * in::cell, step = 2 * in::step;
    static constexpr int last_w = (Geometry::kw - 1) * next_w, most_w = 127 * weight;
    static constexpr int last_x = (Geometry::kw - 1) * next_x + step;
    /// Offsets of loads do not reach them, which is to both sides of an address.
    static constexpr bool far = last_w > 2 * most_w || last_x > 508;
    static constexpr int from_w = far || last_w <= most_w ? 0 : most_w;
    static constexpr int from_x = far || last_x <= 254 ? 0 : 254;
  };
  /// Adds the products of `rows` rows of cells, of two pixels `at` codes behind the row's first.
  /// Compilers find no registers for this loop. Cells that lie too far apart move the addresses;
  /// where the next cell of a pixel is the same of the next pixel, it is loaded once.
  template <class Geometry, class Weight>
  ETCH_GLUE static void add_rows(sums* s, const Weight* w, const std::int16_t* const* row, int rows,
                                 int at) {
    using in = cell_bytes<Geometry, Weight>;
    int32x4_t p = s[0].even, q = s[0].odd, u = s[1].even, v = s[1].odd, t;
    int16x8_t a, b;
    const std::int16_t* x;
    const auto* from_w = reinterpret_cast<const char*>(w) + in::from_w;
#define ETCH_WEIGHTS(Q)                     \
  ".if %c[weight] == 1\n\tvldrb.s16 %q[" Q  \
  "],[%[w],#\\v*%c[next_w]-%c[from_w]]\n\t" \
  ".else\n\tvldrh.u16 %q[" Q "],[%[w],#\\v*%c[next_w]-%c[from_w]]\n\t.endif\n\t"
#define ETCH_PRODUCTS(EVEN, ODD, W)                                    \
  "vmullb.s16 %q[t],%q[b],%q[" W "]\n\tvadd.i32 %q[" EVEN "],%q[" EVEN \
  "],%q[t]\n\t"                                                        \
  "vmullt.s16 %q[t],%q[b],%q[" W "]\n\tvadd.i32 %q[" ODD "],%q[" ODD "],%q[t]\n\t"
#define ETCH_COLUMN(W, BEFORE) \
  ".if \\v < %c[kw]\n\t" ETCH_WEIGHTS(W) ".endif\n\t.if \\v <= %c[kw]\n\t"                         \
  "vldrh.u16 %q[b],[%[x],#\\v*%c[next_x]-%c[from_x]]\n\t"                                          \
  ".if \\v < %c[kw]\n\t" ETCH_PRODUCTS("p", "q", W) ".endif\n\t"                                   \
  ".if \\v > 0\n\t" ETCH_PRODUCTS("u", "v", BEFORE) ".endif\n\t.endif\n\t"
#define ETCH_ROW "wls lr,%[n],2f\n1:\n\tldr %[x],[%[row]],#4\n\tadd %[x],%[x],%[at],lsl #1\n\t"
#define ETCH_INPUTS                                                                               \
  [n] "r"(rows), [at] "r"(at + in::from_x / 2), [kw] "i"(Geometry::kw), [weight] "i"(in::weight), \
      [next_w] "i"(in::next_w), [next_x] "i"(in::next_x), [from_w] "i"(in::from_w),               \
      [from_x] "i"(in::from_x)
    if constexpr (!in::far && in::next_x == in::step) {
      int16x8_t d;
      __asm(ETCH_ROW ".irp v,0,1,2,3,4,5\n\t.if \\v %% 2 == 0\n\t" ETCH_COLUMN("a", "d")  //
            ".else\n\t" ETCH_COLUMN("d", "a") ".endif\n\t.endr\n\t"
            "add %[w],#%c[kw]*%c[next_w]\n\tle lr,1b\n2:"
            : [p] "+w"(p), [q] "+w"(q), [u] "+w"(u), [v] "+w"(v), [a] "=&w"(a), [b] "=&w"(b),
              [d] "=&w"(d), [t] "=&w"(t), [w] "+l"(from_w), [row] "+r"(row), [x] "=&r"(x)
            : ETCH_INPUTS
            : "memory", "cc", "lr");
    } else if constexpr (!in::far) {
      __asm(ETCH_ROW ".irp v,0,1,2,3,4\n\t.if \\v < %c[kw]\n\t" ETCH_WEIGHTS("a")  //
            "vldrh.u16 %q[b],[%[x],#\\v*%c[next_x]-%c[from_x]]\n\t" ETCH_PRODUCTS("p", "q", "a")
            "vldrh.u16 %q[b],[%[x],#\\v*%c[next_x]+%c[step]-%c[from_x]]\n\t"  //
            ETCH_PRODUCTS("u", "v", "a") ".endif\n\t.endr\n\t"
            "add %[w],#%c[kw]*%c[next_w]\n\tle lr,1b\n2:"
            : [p] "+w"(p), [q] "+w"(q), [u] "+w"(u), [v] "+w"(v), [a] "=&w"(a), [b] "=&w"(b),
              [t] "=&w"(t), [w] "+l"(from_w), [row] "+r"(row), [x] "=&r"(x)
            : ETCH_INPUTS, [step] "i"(in::step)
            : "memory", "cc", "lr");
    } else {
      const std::int16_t* z;
      __asm(ETCH_ROW "add %[z],%[x],#%c[step]\n\t"
            ".irp v,0,1,2,3,4\n\t.if \\v < %c[kw]\n\t"
            ".if %c[weight] == 1\n\tvldrb.s16 %q[a],[%[w]]\n\t"
            ".else\n\tvldrh.u16 %q[a],[%[w]]\n\t.endif\n\tvldrh.u16 %q[b],[%[x]]\n\t"
            "add %[w],#%c[next_w]\n\tadd %[x],#%c[next_x]\n\t" ETCH_PRODUCTS("p", "q", "a")
            "vldrh.u16 %q[b],[%[z]]\n\tadd %[z],#%c[next_x]\n\t" ETCH_PRODUCTS("u", "v", "a")
            ".endif\n\t.endr\n\tle lr,1b\n2:"
            : [p] "+w"(p), [q] "+w"(q), [u] "+w"(u), [v] "+w"(v), [a] "=&w"(a), [b] "=&w"(b),
              [t] "=&w"(t), [w] "+l"(from_w), [row] "+r"(row), [x] "=&r"(x), [z] "=&r"(z)
            : ETCH_INPUTS, [step] "i"(in::step)
            : "memory", "cc", "lr");
    }
#undef ETCH_WEIGHTS
#undef ETCH_PRODUCTS
#undef ETCH_COLUMN
#undef ETCH_ROW
#undef ETCH_INPUTS
    s[0] = {p, q};
    s[1] = {u, v};
  }
  template <class Y, class End>
  ETCH_GLUE static void put(Y* y, const sums& s, const End& end, int c) {
    const int16x8_t codes = ends_of_channels<End>::template codes<Y>(end, s.even, s.odd, c);
    if constexpr (sizeof(Y) == 2) vstrhq_s16(reinterpret_cast<std::int16_t*>(y), codes);
    else vstrbq_s16(reinterpret_cast<std::int8_t*>(y), codes);
  }
#endif
};

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
