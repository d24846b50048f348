// What the 8-bit depthwise convolutions share: constants, and the rows under windows side by side.
// Four rows of 16 channels are laid out by VST4, so that four bytes of a channel are a column.
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// A depthwise convolution as its loops see it. Some rows, or a part of one, are done at a time.
struct channel_plan {
  std::int16_t h, w, oh, ow, c;
  std::int16_t kh, kw, stride_h, stride_w, dilation_h, dilation_w, pad_top, pad_left;
  std::int16_t rows, pixels;  ///< of output, at most at a time; rows is 1 or pixels is OW
  std::int8_t zero;           ///< of the input
};
inline constexpr int column_bytes = 64;  ///< of staged columns: 16 channels, four rows
inline constexpr int most_at_once = 24;  ///< pixels

/// Staged columns of `pixels` pixels in a row.
constexpr int staged_columns(const window_geometry& g, int pixels) {
  return (pixels - 1) * g.stride_w + reach(g.kw, g.dilation_w);
}
constexpr bool fits_channel_plan(const window_geometry& g) {
  return has_sides_up_to(8191, g) && g.kh <= 4 && g.kw <= 4 && g.c == g.oc;
}
constexpr channel_plan make_channel_plan(const window_geometry& g, int zero) {
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
  const auto half = [](int n) { return static_cast<std::int16_t>(n); };
  return {half(g.h),        half(g.w),          half(g.oh),         half(g.ow),
          half(g.c),        half(g.kh),         half(g.kw),         half(g.stride_h),
          half(g.stride_w), half(g.dilation_h), half(g.dilation_w), half(g.pad_top),
          half(g.pad_left), half(rows),         half(pixels),       static_cast<std::int8_t>(zero)};
}
constexpr int staged_bytes(const window_geometry& g) {
  const channel_plan p = make_channel_plan(g, 0);
  return p.rows * staged_columns(g, p.pixels) * column_bytes;
}

/// A channel: its weights are (KH,KW).
template <bool Shifts, int Taps>
struct channel_constants {
  std::int32_t bias[1], multiplier[1];
  std::int8_t shift[1];
  std::int8_t weights[Taps];
};
template <int Taps>
struct channel_constants<true, Taps> {
  std::int32_t bias[1];
  std::int8_t weights[Taps];
};

template <class Channel, int Channels>
struct depthwise_constants {
  channel_plan plan;
  epilogue_numbers end;
  Channel channels[Channels];
};

/// Which weight byte i of four staged columns has, and whether it has one: bit i of `inside`.
template <int KH, int KW>
struct staged_taps {
  std::uint8_t at[16]{};
  std::uint16_t inside = 0;
  constexpr staged_taps() {
    for (int i = 0; i < 16; ++i) {
      const int v = i / 4, u = i % 4;
      if (v >= KW || u >= KH) continue;
      at[i] = static_cast<std::uint8_t>(u * KW + v);
      inside = static_cast<std::uint16_t>(inside | 1 << i);
    }
  }
};

#if ETCH_HAS_MVE

/// 16 codes, or the first `inside` of them.
template <bool Few>
ETCH_GLUE int8x16_t load_channels(const std::int8_t* x, [[maybe_unused]] mve_pred16_t inside) {
  if constexpr (Few) return vldrbq_z_s8(x, inside);
  else return vldrbq_s8(x);
}

/// Stages `columns` columns under output row r from input column `left` on, `rows` of the four
/// rows: 16 channels of x.
template <bool Few>
ETCH_KERNEL void stage_rows(const channel_plan& p, std::int8_t* to, const std::int8_t* x, int r,
                            int left, int columns, int rows) {
  const int8x16_t zeros = vdupq_n_s8(p.zero);
  alignas(16) std::int8_t no_row[16];
  vstrbq_s8(no_row, zeros);
  const int image = r / p.oh;
  const int row = (r - image * p.oh) * p.stride_h - p.pad_top, x_row = p.w * p.c;
  const int first = maximum(0, -left), last = minimum(columns, p.w - left);
  const int begin = (left + first) * p.c;
  const std::int8_t* from[4];
  int step[4];
  unroll<4>([&]<int U>() __attribute__((always_inline)) {
    const int at = row + minimum(U, rows - 1) * p.dilation_h;
    const bool inside = static_cast<unsigned>(at) < static_cast<unsigned>(p.h);
    from[U] = inside ? x + (image * p.h + at) * x_row + begin : no_row + 0;
    step[U] = inside ? p.c : 0;
  });
  const auto clear = [&](int count) __attribute__((always_inline)) {
    for (; count > 0; --count, to += 64) {
      unroll<4>([&]<int U>() __attribute__((always_inline)) { vstrbq_s8(to + 16 * U, zeros); });
    }
  };
  clear(minimum(first, columns));
  const mve_pred16_t inside = vctp8q(static_cast<std::uint32_t>(p.c));
  for (int v = first; v < last; ++v, to += 64) {
    int8x16x4_t four;
    unroll<4>([&]<int U>() __attribute__((always_inline)) {
      four.val[U] = load_channels<Few>(from[U], inside);
      from[U] += step[U];
    });
    vst4q_s8(to, four);
  }
  clear(columns - maximum(last, first));
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
