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
        const auto* from_w = w;
        const int at = j * in::step + k;
        for (const std::int16_t *const *r = row, *const *const e = row + u.count; r != e;
             ++r, from_w += row_of_weights) {
          const std::int16_t* const from = *r + at;
          if constexpr (Pixels > 1 && Geometry::kw <= 5) {
            unroll<Geometry::kw>([&]<int V>() __attribute__((always_inline)) {
              add_two<V * c, V * in::cell, in::step>(s, from_w, from);
            });
          } else {
            for (int v = cells.first; v < cells.first + cells.count; ++v)
              add_cell<Pixels>(s, from_w + v * c, from + v * in::cell, in::step);
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
  /// Of two pixels Step apart, whose codes are X behind x and weights W behind w. Compilers load
  /// too early for these to stay in registers.
  template <int W, int X, int Step, class Weight>
  ETCH_GLUE static void add_two(sums* s, const Weight* w, const std::int16_t* x) {
    constexpr int bytes = sizeof(Weight);
    constexpr bool near_w = W * bytes <= 127 * bytes, near_x = 2 * (X + Step) <= 254;
    int16x8_t a, b;
    int32x4_t t;
    __asm(
        ".if %c[bytes] == 1\n\tvldrb.s16 %q[a],[%[w],#%c[at_w]]\n\t"
        ".else\n\tvldrh.u16 %q[a],[%[w],#%c[at_w]]\n\t.endif\n\t"
        "vldrh.u16 %q[b],[%[x],#%c[at_x]]\n\t"
        "vmullb.s16 %q[t],%q[b],%q[a]\n\tvadd.i32 %q[p],%q[p],%q[t]\n\t"
        "vmullt.s16 %q[t],%q[b],%q[a]\n\tvldrh.u16 %q[b],[%[z],#%c[at_z]]\n\t"
        "vadd.i32 %q[q],%q[q],%q[t]\n\t"
        "vmullb.s16 %q[t],%q[b],%q[a]\n\tvadd.i32 %q[r],%q[r],%q[t]\n\t"
        "vmullt.s16 %q[t],%q[b],%q[a]\n\tvadd.i32 %q[s],%q[s],%q[t]"
        : [p] "+w"(s[0].even), [q] "+w"(s[0].odd), [r] "+w"(s[1].even), [s] "+w"(s[1].odd),
          [a] "=&w"(a), [b] "=&w"(b), [t] "=&w"(t)
        : [w] "l"(near_w ? w : w + W), [x] "r"(near_x ? x : x + X),
          [z] "r"(near_x ? x : x + X + Step), [bytes] "i"(bytes),
          [at_w] "i"(near_w ? W * bytes : 0), [at_x] "i"(near_x ? 2 * X : 0),
          [at_z] "i"(near_x ? 2 * (X + Step) : 0)
        : "memory");
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
