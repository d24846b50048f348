// What the 8-bit depthwise convolutions share. One VLDRW gathers up to four columns of a window of
// a channel, as channels.hpp lays them out, one VMLADAV makes their 16 products one sum.
#pragma once

#include <etch/kernel/armv81m/blocks_of_pixels.hpp>

namespace etch::inline ETCH_ABI {

namespace armv81m {

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
          stage_rows<Few>(p, staged + k * columns * column_bytes, x + c, r + k,
                          j * p.stride_w - p.pad_left, columns, p.kh);
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
  static constexpr bool by_blocks = has_blocks(g);
  using e = ending<C>;
  static constexpr channel_plan plan = [] {
    channel_plan p = make_channel_plan(g, e::x.zero);
    if (by_blocks) {
      p.rows = static_cast<std::int16_t>(block_rows(g));
      p.pixels = static_cast<std::int16_t>(block_pixels(g));
    }
    return p;
  }();

  static constexpr auto pack() {
    constexpr int taps = g.kh * g.kw;
    depthwise_constants<channel_constants<e::shifts, taps>, g.c> k{plan, e::plan, {}};
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
  static constexpr int scratch =
      windows_of_channels<C>::by_blocks ? block_bytes(windows_of_channels<C>::g)
                                        : staged_bytes(windows_of_channels<C>::g);
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
    constexpr bool few = g.c < 16;
    using channel = channel_constants<e::shifts, g.kh * g.kw>;
    const auto run = [&](auto* rows_of) __attribute__((always_inline)) {
      rows_of(k.plan, k.end, k.channels, a.template in<0>(), a.template out<0>(), a.scratch(),
              rows);
    };
    if constexpr (has_blocks(g)) run(&rows_of_blocks<e::step, e::whole, few, g.kh, g.kw, channel>);
    else run(&depthwise_rows<e::step, e::whole, few, g.kh, g.kw, channel>);
#else
    static_assert(sizeof(A) == 0, "depthwise_conv2d by VMLADAV: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace armv81m

}  // namespace etch::inline ETCH_ABI
