// depthwise_conv2d of 8-bit codes: one VLDRW gathers up to four columns of a window of a channel,
// as blocks_of_pixels.hpp lays them out, one VMLADAV makes their 16 products one sum.
//
// Needs: MVE; hwc; windows of at most 4 x 4, depth multiplier 1; factors below 1/2, shifts of 0 ..
// 30 to the right. C, padding, stride and dilation are free. Reads: x (N,H,W,C), weights
// (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv81m/blocks_of_pixels.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>

namespace ETCH_NAMESPACE {

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
template <epilogue_step S, bool Whole, int KH, int KW, class Channel>
ETCH_KERNEL void channels_of_pixels(const channel_plan& p, const epilogue_numbers& end,
                                    std::int8_t* y, const std::uint32_t* windows, int count,
                                    const Channel* k, int channels, int first) {
  static constexpr staged_taps<KH, KW> table;
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
    std::int32_t multiplier = 0, shift = end.zero_or_shift;
    if constexpr (!is_shift(S)) multiplier = k->multiplier[0], shift = k->shift[0];
    const std::int32_t bias = k->bias[0];
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
template <epilogue_step S, bool Whole, bool Few, int KH, int KW, class Channel>
ETCH_KERNEL void depthwise_rows(const channel_plan& p, const epilogue_numbers& end,
                                const Channel* channels,
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

/// Four pixels of a channel by VMLADAV.
struct vmladav_4x1 {
  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    return takes_epilogue(l) && l.by_channel && fits_channel_plan(l.g);
  }
  template <class C>
  static constexpr bool proves = has_small_factors<C>;
  template <class C>
  static constexpr int scratch =
      has_blocks(layer_of<C>.g) ? block_bytes(layer_of<C>.g) : staged_bytes(layer_of<C>.g);
  template <class C>
  static constexpr bool keeps_nothing = true;
  template <class C>
  static constexpr int rows_at_once =
      has_blocks(layer_of<C>.g) ? 2 * block_rows(layer_of<C>.g)
                                : make_channel_plan(layer_of<C>.g, 0).rows;

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    auto k = pack_channels<C>();
    if (has_blocks(l.g)) {
      k.plan.rows = static_cast<std::int16_t>(block_rows(l.g));
      k.plan.pixels = static_cast<std::int16_t>(block_pixels(l.g));
    }
    return k;
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    constexpr epilogue e = layer_of<C>.end;
    constexpr window_geometry g = layer_of<C>.g;
    constexpr bool few = g.c < 16;
    constexpr auto run =
        rows_by<step_of(e), e.saturates_to_int8(), has_blocks(g), few, g.kh, g.kw>();
    const auto& constants = kernel_constants<K, C>(a);
    run(constants.plan, constants.end, constants.channels, a.template in<0>(), a.template out<0>(),
        a.scratch(), rows);
#else
    static_assert(sizeof(A) == 0, "depthwise_conv2d by VMLADAV: compile with -mcpu=cortex-m55");
#endif
  }

#if ETCH_HAS_MVE
 private:
  template <epilogue_step S, bool Whole, bool Blocks, bool Few, int KH, int KW>
  static constexpr auto rows_by() {
    using channel = channel_constants<is_shift(S), KH * KW>;
    if constexpr (Blocks) return &rows_of_blocks<S, Whole, Few, KH, KW, channel>;
    else return &depthwise_rows<S, Whole, Few, KH, KW, channel>;
  }
#endif
};

}  // namespace armv81m

/// depthwise_conv2d of 8-bit codes by windows of a channel.
struct depthwise_conv2d_s8_s8_s8_4x1_vmladav
    : layer_kernel<depthwise_conv2d_s8_s8_s8_4x1_vmladav, ops::depthwise_conv2d,
                   armv81m::vmladav_4x1> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_4x1_vmladav";
};

}  // namespace ETCH_NAMESPACE
