// What the 8-bit depthwise convolutions share. The rows under a window, 16 channels at a time, are
// laid side by side by VST4: four bytes of a channel are a column of its window. One VLDRW gathers
// up to four columns, one VMLADAV makes their 16 products one sum.
#pragma once

#include <etch/kernel/armv81m/finish.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace etch::inline ETCH_ABI {

namespace armv81m {

/// A depthwise convolution as its loops see it. Some rows, or a part of one, are done at a time.
struct channel_plan {
  std::int16_t h, w, oh, ow, c;
  std::int16_t stride_h, stride_w, dilation_h, dilation_w, pad_top, pad_left;
  std::int16_t rows, pixels;  ///< of output, at most at a time; rows is 1 or pixels is OW
  std::int8_t kh, kw;
  std::int8_t zero;  ///< of the input
};
inline constexpr int column_bytes = 64;  ///< of staged columns: 16 channels, four rows
inline constexpr int most_at_once = 24;  ///< pixels

/// Staged columns of `pixels` pixels in a row.
constexpr int staged_columns(const window_geometry& g, int pixels) {
  return (pixels - 1) * g.stride_w + reach(g.kw, g.dilation_w);
}
constexpr bool fits_channel_plan(const window_geometry& g) {
  const int sides[]{g.h, g.w, g.oh, g.ow, g.c, g.stride_h, g.stride_w, g.dilation_h, g.dilation_w};
  for (const int side : sides) {
    if (side > 8191) return false;
  }
  return g.kh <= 4 && g.kw <= 4 && g.c == g.oc;
}
constexpr channel_plan make_channel_plan(const window_geometry& g, int zero) {
  const auto half = [](int n) { return static_cast<std::int16_t>(n); };
  int rows = 1, pixels = g.ow;
  if (g.ow > 16) {
    pixels = round_up(ceil_div(g.ow, ceil_div(g.ow, 16)), 4);
  } else if (g.ow % 4 != 0) {  // more rows, until they fill groups of four best
    int waste = round_up(g.ow, 4) - g.ow;
    for (int r = 2; r <= minimum(4, g.n * g.oh) && r * g.ow <= most_at_once; ++r) {
      const int more = round_up(r * g.ow, 4) - r * g.ow;
      if (more * rows < waste * r) rows = r, waste = more;
    }
  }
  return {half(g.h),
          half(g.w),
          half(g.oh),
          half(g.ow),
          half(g.c),
          half(g.stride_h),
          half(g.stride_w),
          half(g.dilation_h),
          half(g.dilation_w),
          half(g.pad_top),
          half(g.pad_left),
          half(rows),
          half(pixels),
          static_cast<std::int8_t>(g.kh),
          static_cast<std::int8_t>(g.kw),
          static_cast<std::int8_t>(zero)};
}
constexpr int staged_bytes(const window_geometry& g) {
  const channel_plan p = make_channel_plan(g, 0);
  return p.rows * staged_columns(g, p.pixels) * column_bytes;
}

/// A channel: its weights are (KH,KW).
template <bool Shifts, int Taps>
struct channel_constants {
  std::int32_t bias, multiplier;
  std::int8_t shift;
  std::int8_t weights[Taps];
};
template <int Taps>
struct channel_constants<true, Taps> {
  std::int32_t bias;
  std::int8_t weights[Taps];
};

template <class Channel, int Channels>
struct depthwise_constants {
  channel_plan plan;
  end_plan end;
  Channel channels[Channels];
};

#if ETCH_HAS_MVE

/// Sums of four windows whose columns begin at the addresses `*from`, which is moved on.
ETCH_GLUE int32x4_t dot_four_windows(const std::uint32_t*& from, uint32x4_t columns,
                                     int8x16_t weights) {
  std::int32_t a, b, c, d;
  int32x4_t u, v;
  __asm volatile(
      "ldrd %[a],%[b],[%[p]],#16\n\tldrd %[c],%[d],[%[p],#-8]\n\t"
      "vldrw.u32 %q[u],[%[a],%q[o]]\n\tvldrw.u32 %q[v],[%[b],%q[o]]\n\t"
      "vmladav.s8 %[a],%q[u],%q[w]\n\tvldrw.u32 %q[u],[%[c],%q[o]]\n\t"
      "vmladav.s8 %[b],%q[v],%q[w]\n\tvldrw.u32 %q[v],[%[d],%q[o]]\n\t"
      "vmladav.s8 %[c],%q[u],%q[w]\n\tvmladav.s8 %[d],%q[v],%q[w]\n\t"
      "vmov %q[u][2],%q[u][0],%[a],%[c]\n\tvmov %q[u][3],%q[u][1],%[b],%[d]"
      : [a] "=&Te"(a), [b] "=&Te"(b), [c] "=&Te"(c), [d] "=&Te"(d), [p] "+r"(from), [u] "=&w"(u),
        [v] "=&w"(v)
      : [o] "w"(columns), [w] "w"(weights)
      : "memory");
  return u;
}

/// 16 codes, or the first `inside` of them.
template <bool Few>
ETCH_GLUE int8x16_t load_channels(const std::int8_t* x, [[maybe_unused]] mve_pred16_t inside) {
  if constexpr (Few) return vldrbq_z_s8(x, inside);
  else return vldrbq_s8(x);
}

/// Stages `columns` columns of output row r from input column `left` on: 16 channels of x.
template <bool Few>
ETCH_KERNEL void stage_row(const channel_plan& p, std::int8_t* to, const std::int8_t* x, int r,
                           int left, int columns) {
  const int8x16_t zeros = vdupq_n_s8(p.zero);
  alignas(16) std::int8_t no_row[16];
  vstrbq_s8(no_row, zeros);
  const int image = r / p.oh;
  const int row = (r - image * p.oh) * p.stride_h - p.pad_top, x_row = p.w * p.c;
  const int first = maximum(0, -left), last = minimum(columns, p.w - left);
  const std::int8_t* from[4];
  int step[4];
  for (int u = 0; u < 4; ++u) {
    const int at = row + minimum<int>(u, p.kh - 1) * p.dilation_h;
    const bool inside = at >= 0 && at < p.h;
    from[u] = inside ? x + (image * p.h + at) * x_row + (left + first) * p.c : no_row;
    step[u] = inside ? p.c : 0;
  }
  const auto clear = [&](int count) __attribute__((always_inline)) {
    for (; count > 0; --count, to += 64) {
      vstrbq_s8(to, zeros);
      vstrbq_s8(to + 16, zeros);
      vstrbq_s8(to + 32, zeros);
      vstrbq_s8(to + 48, zeros);
    }
  };
  clear(minimum(first, columns));
  const std::int8_t *a = from[0], *b = from[1], *c = from[2], *d = from[3];
  const int a_step = step[0], b_step = step[1], c_step = step[2], d_step = step[3];
  const mve_pred16_t inside = vctp8q(static_cast<std::uint32_t>(p.c));
  for (int v = first; v < last; ++v, to += 64) {
    int8x16x4_t four;
    four.val[0] = load_channels<Few>(a, inside);
    four.val[1] = load_channels<Few>(b, inside);
    four.val[2] = load_channels<Few>(c, inside);
    four.val[3] = load_channels<Few>(d, inside);
    vst4q_s8(to, four);
    a += a_step, b += b_step, c += c_step, d += d_step;
  }
  clear(columns - maximum(last, first));
}

/// Writes `count` pixels of channels k[0] .. k[channels - 1], the first staged at byte `first`.
template <last_step S, bool Whole, int KH, int KW, class Channel>
ETCH_KERNEL void channels_of_pixels(const channel_plan& p, const end_plan& end, std::int8_t* y,
                                    const std::uint32_t* windows, int count, const Channel* k,
                                    int channels, int first) {
  constexpr auto places = [] {
    struct {
      std::uint8_t at[16];
      std::uint16_t inside;
    } r{};
    for (int i = 0; i < 16; ++i) {
      const int v = i / 4, u = i % 4;
      if (v >= KW || u >= KH) continue;
      r.at[i] = static_cast<std::uint8_t>(u * KW + v);
      r.inside = static_cast<std::uint16_t>(r.inside | 1 << i);
    }
    return r;
  }();
  static constexpr auto table = places;
  const uint8x16_t taps = vldrbq_u8(table.at);
  const auto pitch = static_cast<std::uint16_t>(p.c);
  const auto step = static_cast<std::uint32_t>(column_bytes * p.dilation_w);
  uint32x4_t columns = vmulq_n_u32(vminq_u32(vidupq_n_u32(0, 1), vdupq_n_u32(KW - 1)), step);
  columns = vaddq_n_u32(columns, static_cast<std::uint32_t>(first));
  // Codes of pixels 0, 4, 1, 5 .. leave a step.
  const uint16x8_t lane = vidupq_n_u16(0, 1);
  const uint16x8_t half = vshlq_n_u16(vandq_u16(lane, vdupq_n_u16(1)), 2);
  const uint16x8_t pixel = vaddq_u16(vshrq_n_u16(lane, 1), half);
  const uint16x8_t eight = vmulq_n_u16(pixel, pitch);
  const int rest = count % 8;
  const auto last = static_cast<std::uint16_t>(rest - 1);
  const uint16x8_t few = vmulq_n_u16(vminq_u16(pixel, vdupq_n_u16(last)), pitch);
  const uint16x8_t four = vmulq_n_u16(vminq_u16(vshrq_n_u16(lane, 1), vdupq_n_u16(last)), pitch);
  for (; channels > 0; --channels, ++k, ++y) {
    const int8x16_t weights = vldrbq_gather_offset_z_s8(k->weights, taps, table.inside);
    std::int32_t multiplier = 0, shift = end.shift;
    if constexpr (!is_shift(S)) multiplier = k->multiplier, shift = k->shift;
    const std::int32_t bias = k->bias;
    const std::uint32_t* from = windows;
    std::int8_t* to = y;
    const auto next_four = [&]() __attribute__((always_inline)) {
      const int32x4_t sum = dot_four_windows(from, columns, weights);
      return rounded<S>(vaddq_n_s32(sum, bias), multiplier, shift);
    };
    for (int left = count / 8; left > 0; --left, to += 8 * p.c) {
      const int32x4_t a = next_four(), b = next_four();
      vstrbq_scatter_offset_s16(to, eight, as_bytes(codes_of<S, Whole>(a, b, end)));
    }
    if (rest > 4) {
      const int32x4_t a = next_four(), b = next_four();
      vstrbq_scatter_offset_s16(to, few, as_bytes(codes_of<S, Whole>(a, b, end)));
    } else if (rest > 0) {
      const int32x4_t a = next_four();
      vstrbq_scatter_offset_s16(to, four, as_bytes(codes_of<S, Whole>(a, a, end)));
    }
    columns = vaddq_n_u32(columns, 4);
  }
}

/// Writes rows of output.
template <last_step S, bool Whole, bool Few, int KH, int KW, class Channel>
ETCH_KERNEL void depthwise_rows(const channel_plan& p, const end_plan& end, const Channel* channels,
                                const std::int8_t* x,  // (N,H,W,C)
                                std::int8_t* y,        // (N,OH,OW,C)
                                unsigned char* scratch, row_block rows) {
  auto* const staged = reinterpret_cast<std::int8_t*>(scratch);
  const int reach_of_row = (p.kw - 1) * p.dilation_w + 1;
  std::uint32_t windows[most_at_once];
  const int end_row = rows.first + rows.count;
  for (int r = rows.first; r < end_row; r += p.rows) {
    const int height = minimum<int>(p.rows, end_row - r);
    for (int j = 0; j < p.ow; j += p.pixels) {
      const int width = minimum<int>(p.pixels, p.ow - j);
      const int columns = (width - 1) * p.stride_w + reach_of_row;
      const int count = height * width;
      int i = 0;
      for (int k = 0; k < height; ++k) {
        auto at = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(staged)) +
                  static_cast<std::uint32_t>(k * columns * column_bytes);
        for (int q = 0; q < width; ++q) {
          windows[i++] = at;
          at += static_cast<std::uint32_t>(p.stride_w * column_bytes);
        }
      }
      for (; i % 4 != 0; ++i) windows[i] = windows[count - 1];
      std::int8_t* const to = y + (r * p.ow + j) * p.c;
      for (int next = 0; next < p.c; next += 16) {
        // The last 16 channels overlap those before, which are staged with them but not done again.
        const int c = Few ? 0 : minimum(next, p.c - 16);
        for (int k = 0; k < height; ++k) {
          stage_row<Few>(p, staged + k * columns * column_bytes, x + c, r + k,
                         j * p.stride_w - p.pad_left, columns);
        }
        channels_of_pixels<S, Whole, KH, KW>(p, end, to + next, windows, count, channels + next,
                                             minimum(p.c - next, 16), 4 * (next - c));
      }
    }
  }
}

#endif

/// Depthwise convolution C by windows of a channel.
template <class C>
struct windows_of_channels {
  static constexpr window_geometry g = C::attributes.at(C::inputs());
  using e = ending<C>;

  static constexpr auto pack() {
    constexpr int taps = g.kh * g.kw;
    depthwise_constants<channel_constants<e::shifts, taps>, g.c> k{
        make_channel_plan(g, e::x.zero), e::plan, {}};
    for (int c = 0; c < g.c; ++c) {
      auto& channel = k.channels[c];
      int sum = 0;
      for (int t = 0; t < taps; ++t) {
        channel.weights[t] = static_cast<std::int8_t>(C::bytes(1)[t * g.c + c]);
        sum += channel.weights[t];
      }
      channel.bias = e::bias(c, sum);
      if constexpr (!e::shifts) {
        const fixed_point_factor factor = factor_of<C>(c);
        channel.multiplier = factor.multiplier;
        channel.shift = static_cast<std::int8_t>(factor.shift);
      }
    }
    return k;
  }
};

/// Whether depthwise convolution C can be run so.
template <class C, bool Shifts>
constexpr bool accepts_depthwise() {
  if constexpr (!has_known_ending<C, Shifts>()) return false;
  else if constexpr (!fits_channel_plan(windows_of_channels<C>::g)) return false;
  else if constexpr (Shifts) return true;
  else return has_known_factors<C, windows_of_channels<C>::g.oc>();
}

/// Base of the depthwise kernel K, which ends sums by shifts or by factors.
template <class K, bool Shifts>
struct depthwise_kernel {
  using op = ops::depthwise_conv2d;

  template <class C>
  static constexpr bool accepts = accepts_depthwise<C, Shifts>();
  template <class C>
  static constexpr int scratch = staged_bytes(windows_of_channels<C>::g);
  template <class C>
  static constexpr auto pack() {
    return windows_of_channels<C>::pack();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    using e = ending<C>;
    constexpr window_geometry g = windows_of_channels<C>::g;
    const auto& k = packed<K, C>;
    depthwise_rows<e::step, e::whole, (g.c < 16), g.kh, g.kw>(
        k.plan, k.end, k.channels, a.template in<0>(), a.template out<0>(), a.scratch(), rows);
#else
    static_assert(sizeof(A) == 0, "depthwise_conv2d by VMLADAV: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace armv81m

}  // namespace etch::inline ETCH_ABI
