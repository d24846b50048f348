// Runs of 16-bit codes by VMLADAVA: two filters times four pixels where offsets of loads reach
// these, else four filters times one; where sums need 64 bits two filters times one by VMLALDAVA.
// Weights of 8 bits are widened by the loads; what is behind the last eight codes is left out by
// tail predication.
#pragma once

#include <etch/kernel/armv81m/short_ends.hpp>
#include <etch/kernel/armv81m/tile_of_shorts.hpp>
#include <etch/kernel/layer/byte_sums.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Whether End ends sums by vectors.
template <class End>
concept ends_by_vectors = requires(const End& end) { end.low(); };

#if ETCH_HAS_MVE
/// How End makes codes of sums of four pixels in filters o and v: a[0], b[0], a[1] ..
template <class End>
struct ends_of_filters {
  static constexpr bool by_vectors = ends_by_vectors<End>;
  const End& end;
  template <class Y>
  ETCH_GLUE int16x8_t codes(int32x4_t a, int32x4_t b, int o, int v) const {
    a = end.template numbers<false>(a, o);
    b = end.template numbers<false>(b, v);
    return limited<Y>(vqmovntq_s32(vqmovnbq_s32(vuninitializedq_s16(), a), b), end.low(),
                      end.high());
  }
};
#endif

/// The tile of layers of 16-bit codes.
struct short_tile {
  static constexpr int filters = 4;
  template <class Sum>
  static constexpr int pixels = sizeof(Sum) == 4 ? 4 : 1;
  static constexpr bool keeps_rows = true;
  template <int NextW, int NextX, int Codes>
  struct with_windows;
  template <class W, int Width, int Unit, int NextW, int NextX, int Codes>
  using with_weights = with_windows<NextW, NextX, Codes>;
  template <int NextW, int NextX, int Codes, bool Even>
  using with_steps = with_windows<NextW, NextX, Codes>;
  template <class C, class Epilogue>
  ETCH_GLUE static constexpr decltype(auto) end_of(const Epilogue& e) {
    return short_ends_of<C>(e);
  }

#if ETCH_HAS_MVE
  template <int Filters, int Pixels, class Sum, class W>
  ETCH_GLUE static void add(Sum* s, const W* w, int next_w, const std::int16_t* x, int next_x,
                            int codes) {
    if constexpr (Pixels > 1) {  // too far apart
      for (int q = 0; q < Pixels; ++q, x += next_x) {
        Sum sum[Filters];
        for (int f = 0; f < Filters; ++f) sum[f] = s[f * Pixels + q];
        add<Filters, 1>(sum, w, next_w, x, 0, codes);
        for (int f = 0; f < Filters; ++f) s[f * Pixels + q] = sum[f];
      }
    } else if constexpr (sizeof(Sum) == 4) {
      const W* const v = w + minimum(1, Filters - 1) * next_w;
      const W* const u = w + minimum(2, Filters - 1) * next_w;
      Sum unused = 0;  // of the last filter again
      add_four(s[0], Filters > 1 ? s[minimum(1, Filters - 1)] : unused,
               Filters > 2 ? s[minimum(2, Filters - 1)] : unused,
               Filters > 3 ? s[Filters - 1] : unused, w, v, u, w + (Filters - 1) * next_w, x,
               codes);
    } else {
      unroll<Filters / 2>([&]<int K>() __attribute__((always_inline)) {
        add_two(s[2 * K], s[2 * K + 1], w + 2 * K * next_w, w + (2 * K + 1) * next_w, x, codes);
      });
      if constexpr (Filters % 2 != 0) {
        Sum rest = 0;
        const W* const last = w + (Filters - 1) * next_w;
        add_two(s[Filters - 1], rest, last, last, x, codes);
      }
    }
  }

  ETCH_GLUE static void put_zeros(std::int16_t* to, int count) {
    __asm volatile("wlstp.16 lr,%[n],2f\n1:\n\tvstrh.16 %q[zeros],[%[to]],#16\n\tletp lr,1b\n2:"
                   : [to] "+r"(to)
                   : [n] "r"(count), [zeros] "w"(vdupq_n_s16(0))
                   : "memory", "cc", "lr");
  }
  /// Codes less Zero.
  template <int Zero, class Code>
  ETCH_GLUE static void widen(std::int16_t* to, const Code* from, int count) {
    const int16x8_t zero = vdupq_n_s16(Zero);
    for (; count > 0; count -= 8, to += 8, from += 8) {
      const mve_pred16_t inside = vctp16q(static_cast<std::uint32_t>(count));
      const int16x8_t codes = load_codes(from, inside);
      vstrhq_p_s16(to, vsubq_s16(codes, zero), inside);
    }
  }

 private:
  ETCH_GLUE static int16x8_t load_codes(const std::int8_t* from, mve_pred16_t inside) {
    return vldrbq_z_s16(from, inside);
  }
  ETCH_GLUE static int16x8_t load_codes(const std::uint8_t* from, mve_pred16_t inside) {
    return vreinterpretq_s16_u16(vldrbq_z_u16(from, inside));
  }
  using vector = std::int16_t __attribute__((vector_size(16)));
  template <class W>
  ETCH_GLUE static void add_four(std::int32_t& s0, std::int32_t& s1, std::int32_t& s2,
                                 std::int32_t& s3, const W* w0, const W* w1, const W* w2,
                                 const W* w3, const std::int16_t* x, int codes) {
    vector a, b, c;
    if constexpr (sizeof(W) == 1) {
      __asm volatile(
          "dlstp.16 lr,%[n]\n1:\n\t"
          "vldrh.u16 %q[c],[%[x]],#16\n\tvldrb.s16 %q[a],[%[w0]],#8\n\t"
          "vmladava.s16 %[s0],%q[a],%q[c]\n\tvldrb.s16 %q[b],[%[w1]],#8\n\t"
          "vmladava.s16 %[s1],%q[b],%q[c]\n\tvldrb.s16 %q[a],[%[w2]],#8\n\t"
          "vmladava.s16 %[s2],%q[a],%q[c]\n\tvldrb.s16 %q[b],[%[w3]],#8\n\t"
          "vmladava.s16 %[s3],%q[b],%q[c]\n\tletp lr,1b"
          : [s0] "+Te"(s0), [s1] "+Te"(s1), [s2] "+Te"(s2), [s3] "+Te"(s3), [w0] "+l"(w0),
            [w1] "+l"(w1), [w2] "+l"(w2), [w3] "+l"(w3), [x] "+r"(x), [a] "=&w"(a), [b] "=&w"(b),
            [c] "=&w"(c)
          : [n] "r"(codes)
          : "memory", "cc", "lr");
    } else {
      __asm volatile(
          "dlstp.16 lr,%[n]\n1:\n\t"
          "vldrh.u16 %q[c],[%[x]],#16\n\tvldrh.u16 %q[a],[%[w0]],#16\n\t"
          "vmladava.s16 %[s0],%q[a],%q[c]\n\tvldrh.u16 %q[b],[%[w1]],#16\n\t"
          "vmladava.s16 %[s1],%q[b],%q[c]\n\tvldrh.u16 %q[a],[%[w2]],#16\n\t"
          "vmladava.s16 %[s2],%q[a],%q[c]\n\tvldrh.u16 %q[b],[%[w3]],#16\n\t"
          "vmladava.s16 %[s3],%q[b],%q[c]\n\tletp lr,1b"
          : [s0] "+Te"(s0), [s1] "+Te"(s1), [s2] "+Te"(s2), [s3] "+Te"(s3), [w0] "+r"(w0),
            [w1] "+r"(w1), [w2] "+r"(w2), [w3] "+r"(w3), [x] "+r"(x), [a] "=&w"(a), [b] "=&w"(b),
            [c] "=&w"(c)
          : [n] "r"(codes)
          : "memory", "cc", "lr");
    }
  }
  template <class W>
  ETCH_GLUE static void add_two(std::int64_t& s, std::int64_t& t, const W* w, const W* v,
                                const std::int16_t* x, int codes) {
    for (; codes > 0; codes -= 8, w += 8, v += 8, x += 8) {
      const mve_pred16_t inside = vctp16q(static_cast<std::uint32_t>(codes));
      const int16x8_t c = vldrhq_z_s16(x, inside);
      s = vmlaldavaq_s16(s, load_weights(w, inside), c);
      t = vmlaldavaq_s16(t, load_weights(v, inside), c);
    }
  }
  ETCH_GLUE static int16x8_t load_weights(const std::int8_t* w, mve_pred16_t inside) {
    return vldrbq_z_s16(w, inside);
  }
  ETCH_GLUE static int16x8_t load_weights(const std::int16_t* w, mve_pred16_t inside) {
    return vldrhq_z_s16(w, inside);
  }
#endif
};

/// The same where filters are NextW codes apart, pixels NextX, and runs of several pixels have
/// Codes.
template <int NextW, int NextX, int Codes>
struct short_tile::with_windows : short_tile {
  static constexpr int most_at_ends = 1024, most_between_pixels = armv81m::most_between_pixels;
#if ETCH_HAS_MVE
  /// Columns of a row, with zeros for those that it has not.
  ETCH_KERNEL static void copy_columns(std::int16_t* to, const std::int16_t* row, int left,
                                       int columns, int width, int channels) {
    const int before = minimum(maximum(-left, 0), columns);
    const int end = maximum(minimum(width - left, columns), before);
    put_zeros(to, before * channels);
    put_zeros(to + end * channels, (columns - end) * channels);
    to += before * channels, row += (left + before) * channels;
    int16x8_t eight;
    __asm volatile(
        "wlstp.16 lr,%[n],2f\n1:\n\tvldrh.u16 %q[v],[%[from]],#16\n\t"
        "vstrh.16 %q[v],[%[to]],#16\n\tletp lr,1b\n2:"
        : [to] "+r"(to), [from] "+r"(row), [v] "=&w"(eight)
        : [n] "r"((end - before) * channels)
        : "memory", "cc", "lr");
  }
  /// Writes channels o .. o + count - 1 of four pixels, two at a time; the last two may overlap
  /// those before.
  template <int Filters, int Pixels, class Sum, class P, class End, class Y>
  requires(Pixels == 4 && sizeof(Sum) == 4 && NextX <= most_between_pixels &&
           sizeof(P::bias) / sizeof(P::bias[0]) <= most_filters_by_vectors)
  ETCH_GLUE static void write_all(const short_sums::pixel_task& t, const P& p, const End& end,
                                  int o, int count, Y* y, int next_y) {
    constexpr int second = minimum(1, Filters - 1);
    constexpr int bytes = sizeof p.weights[0];
    constexpr shorts known{NextX, Codes, bytes, second * NextW * bytes,
                           second * int{sizeof p.bias[0]}};
    const short_sums::run *const first = t.runs, *const last = first + t.count;
    const auto* w = p.weights + o * NextW;
    const auto* bias = p.bias + o;
    const ends_of_filters<End> ends{end};
    for (y += o; count > 0; count -= 2, o += 2, y += 2, w += 2 * NextW, bias += 2) {
      if (Filters > 1 && count == 1) --o, --y, w -= NextW, --bias;
      const int32x4x2_t sum = sum_shorts<known>(first, w, last, bias);
      if constexpr (ends_of_filters<End>::by_vectors) {
        put(y, second, next_y, ends.template codes<Y>(sum.val[0], sum.val[1], o, o + second));
      } else {
        std::int32_t each[8];
        vstrwq_s32(each, sum.val[0]);
        vstrwq_s32(each + 4, sum.val[1]);
        unroll<4>([&]<int Q>() __attribute__((always_inline)) {
          y[Q * next_y] = end(each[Q], o);
          y[Q * next_y + second] = end(each[4 + Q], o + second);
        });
      }
    }
  }
  template <int Filters, int Pixels, class Sum, class P, class End, class Y>
  requires(Filters == 4 && Pixels == 1 && sizeof(Sum) == 4 && ends_by_vectors<End>)
  ETCH_GLUE static void write(const short_sums::pixel_task& t, const P& p, const End& end, int f,
                              Y* y, int) {
    Sum sum[4];
    unroll<4>([&]<int K>()
                  __attribute__((always_inline)) { sum[K] = static_cast<Sum>(p.bias[f + K]); });
    const auto* const w = p.weights + f * t.taps;
    for (const short_sums::run *r = t.runs, *last = r + t.count; r != last; ++r)
      add<4, 1>(sum, w + r->weight, NextW, r->x, 0, t.codes);
    int32x4_t v = vdupq_n_s32(sum[0]);
    v = vsetq_lane_s32(sum[1], v, 1);
    v = vsetq_lane_s32(sum[2], v, 2);
    v = end.template numbers<true>(vsetq_lane_s32(sum[3], v, 3), f);
    v = vminq_s32(vmaxq_s32(v, vdupq_n_s32(end.low())), vdupq_n_s32(end.high()));
    if constexpr (sizeof(Y) == 2) vstrhq_s32(reinterpret_cast<std::int16_t*>(y + f), v);
    else vstrbq_s32(reinterpret_cast<std::int8_t*>(y + f), v);
  }

 private:
  /// Codes of two filters, `second` places apart, in each of four pixels.
  template <class Y>
  ETCH_GLUE static void put(Y* y, int second, int next_y, int16x8_t codes) {
    const uint16x8_t lane = vidupq_n_u16(0, 1);
    const uint16x8_t places = vmlaq_n_u16(
        vmulq_n_u16(vandq_u16(lane, vdupq_n_u16(1)), static_cast<std::uint16_t>(second)),
        vshrq_n_u16(lane, 1), static_cast<std::uint16_t>(next_y));
    if constexpr (sizeof(Y) == 2) {
      vstrhq_scatter_shifted_offset_s16(reinterpret_cast<std::int16_t*>(y), places, codes);
    } else {
      vstrbq_scatter_offset_s16(reinterpret_cast<std::int8_t*>(y), places, codes);
    }
  }
#endif
};

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
