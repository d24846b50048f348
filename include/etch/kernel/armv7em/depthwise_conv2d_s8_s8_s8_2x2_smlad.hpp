// depthwise_conv2d of 8-bit codes in windows of 3 x 3: two rows by two pixels of a channel a step,
// 24 SMLAD for 36 products, from words of two rows (vertical_pairs.hpp).
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// one filter a channel, at least 4 channels; accumulators that are proved exact; windows that move
// by one or two cells each way, without gaps. Padding is free.
// Reads: x (N,H,W,C), weights (1,3,3,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/vertical_pairs.hpp>
#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Columns of input that the windows of an output row read, those outside among them.
constexpr int columns_of(const window_geometry& g) { return (g.ow - 1) * g.stride_w + g.kw; }

/// A layer whose windows move by Stride cells each way.
template <int Stride>
struct paired_plan : channel_plan {};

/// Two rows by two pixels of a channel by SMLAD.
struct smlad_2x2 : cortex_m::microkernel<smlad_2x2, core> {
  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    const window_geometry& g = l.g;
    return cortex_m::takes_epilogue<core>(l) && l.has_filter_per_channel() && g.c >= 4 &&
           g.kh == 3 && g.kw == 3 && !l.is_dilated() && g.stride_h == g.stride_w && g.stride_h <= 2;
  }

  /// Two rows of four channels.
  template <class C>
  static constexpr int scratch = 4 * column_words * columns_of(layer_of<C>.g);
  template <class C>
  static constexpr bool takes_idle_memory = true;
  template <class C>
  static constexpr bool reads_rows = true;

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int channels = l.g.c;
    cortex_m::layer_constants<paired_plan<l.g.stride_h>, channel_t<C>, channels, std::int8_t,
                              channels * window_weights>
        k{{make_channel_plan<C>()}, {}, {}};
    for (int c = 0; c < channels; ++c) {
      k.ends[c] = constants_of_channel<C>(c, products_of::codes);
      for (int i = 0; i < window_weights; ++i) {
        const int column = i / 3, row = i % 3;
        k.weights[c * window_weights + i] =
            static_cast<std::int8_t>(C::bytes(1)[(3 * row + column) * channels + c]);
      }
    }
    return k;
  }

#if ETCH_HAS_DSP
  template <epilogue_code E, int Stride, class Channel, class Rows>
  ETCH_KERNEL static void write_rows(const paired_plan<Stride>& p, const Channel* channels,
                                     const std::int8_t* weights,
                                     Rows x,          // (N H, W C)
                                     std::int8_t* y,  // the first row of (N OH, OW C)
                                     unsigned char* scratch, row_block rows) {
    constexpr int rows_at_once = 3 - Stride;
    auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
    const int columns = (p.ow - 1) * Stride + 3, inside = minimum(p.w, columns - p.pad_left);
    const std::uint32_t zero = (static_cast<std::uint32_t>(p.zero) & 0xffff) * 0x10001u;
    fill_words(words, zero, column_words * p.pad_left);
    fill_words(words + column_words * (p.pad_left + inside), zero,
               column_words * (columns - p.pad_left - inside));
    std::uint32_t* const first = words + column_words * p.pad_left;
    const std::uint32_t zeros = static_cast<std::uint8_t>(p.zero) * 0x01010101u;
    const int y_row = p.ow * p.c;

    column_task task;
    task.shift = p.shift;
    task.pixel = p.c;
    task.headroom = 255 - p.range.range;
    task.give_back = p.range.low - task.headroom;
    task.span = static_cast<std::uint32_t>(p.ow / 2 * (2 * Stride * 4 * column_words));
    task.single = p.ow % 2;
    for (int next = 0; next < p.c; next += 4) {
      // The last four overlap those before: what both write is the same.
      const int c = minimum(next, p.c - 4);
      const auto codes_of = [&](int n, int h) __attribute__((always_inline)) {
        return h >= 0 && h < p.h ? codes_of_row{x.row(n * p.h + h) + c, p.c}
                                 : codes_of_row{reinterpret_cast<const std::int8_t*>(&zeros), 0};
      };
      task.channels = channels + c;
      task.weights_end = weights + (c + 4) * window_weights;
      for (int done = 0; done < rows.count;) {  // picture after picture
        const output_row at(rows.first + done, p.oh);
        int top = at.i * Stride - p.pad_top, upper = 0;
        pair_rows(first, codes_of(at.n, top), codes_of(at.n, top + 1), inside);
        const int end = minimum(rows.count, done + p.oh - at.i);
        for (; done < end; done += rows_at_once, top += 2, upper ^= 1) {
          const int lower = upper ^ 1;
          pair_rows(first + lower, codes_of(at.n, top + 2), codes_of(at.n, top + 3), inside);
          task.row = done + 1 < end ? y_row : 0;
          task.x = words;
          task.y = y + done * y_row + c;
          task.weights = weights + c * window_weights;
          if (upper == 0) columns_of_channels<Stride, false, E>(&task);
          else columns_of_channels<Stride, true, E>(&task);
        }
        done = end;
      }
    }
  }
#endif
};

}  // namespace armv7em

/// depthwise_conv2d of 8-bit codes by two rows by two pixels of a channel at a time.
struct depthwise_conv2d_s8_s8_s8_2x2_smlad
    : layer_kernel<depthwise_conv2d_s8_s8_s8_2x2_smlad, ops::depthwise_conv2d, armv7em::smlad_2x2> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_2x2_smlad";
};

}  // namespace ETCH_NAMESPACE
