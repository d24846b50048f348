// depthwise_conv2d of 8-bit codes in windows of 3 x 3: two rows by two pixels of a channel a step,
// 24 SMLAD for 36 products, from words of two rows (vertical_pairs.hpp).
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); where
// the code is compiled for an FPU, that it is on, as startup code has it for any such code; hwc;
// one filter a channel, at least 4 channels; accumulators that are proved exact; windows that move
// by one or two cells each way, without gaps. Padding is free.
// Reads: x (N,H,W,C), weights (1,3,3,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/short_factors.hpp>
#include <etch/kernel/armv7em/vertical_pairs.hpp>
#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Which way sums go on: pairs of rows from column to column, or pairs of columns from row to row.
enum class walk { along_rows, along_columns };

/// Lines of output one beside another, and outputs of a line.
constexpr int lines_of(const window_geometry& g, walk w) {
  return w == walk::along_rows ? g.oh : g.ow;
}
constexpr int length_of(const window_geometry& g, walk w) {
  return w == walk::along_rows ? g.ow : g.oh;
}
/// Cells of input that the windows of a line read one after another, those outside among them.
constexpr int columns_of(const window_geometry& g, walk w) {
  return (length_of(g, w) - 1) * g.stride_w + g.kw;
}
/// What a channel takes, in halves of a step of two outputs of each line: a line that begins takes
/// two.
constexpr int cost_of(const window_geometry& g, walk w) {
  return ceil_div(lines_of(g, w), 3 - g.stride_w) * (2 + length_of(g, w));
}

/// A layer whose windows move by Stride cells each way.
template <int Stride>
struct paired_plan : channel_plan {};

/// Two rows by two pixels of a channel by SMLAD.
template <walk Walk>
struct smlad_2x2 : cortex_m::microkernel<smlad_2x2<Walk>, core> {
  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    const window_geometry& g = l.g;
    return cortex_m::takes_epilogue<core>(l) && l.has_filter_per_channel() && g.c >= 4 &&
           g.kh == 3 && g.kw == 3 && !l.is_dilated() && g.stride_h == g.stride_w &&
           g.stride_h <= 2 &&
           (Walk == walk::along_rows || cost_of(g, Walk) < cost_of(g, walk::along_rows));
  }

  /// Two lines of four channels.
  template <class C>
  static constexpr int scratch = 4 * column_words * columns_of(layer_of<C>.g, Walk);
  template <class C>
  static constexpr bool takes_idle_memory = true;
  template <class C>
  static constexpr bool reads_rows = Walk == walk::along_rows;  // also those that lie apart
  template <class C>
  static constexpr bool keeps_nothing = true;
  template <class C>
  static constexpr int rows_at_once =
      Walk == walk::along_rows ? 3 - layer_of<C>.g.stride_h : layer_of<C>.g.oh;

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int channels = l.g.c;
    constexpr epilogue_code end = cortex_m::code_of_call<C>;
    constexpr int bytes = channel_bytes(end);
    using channel = element_t<list<scaled_channel, channel_start>, end.shifts ? 1 : 0>;
    cortex_m::layer_constants<paired_plan<l.g.stride_h>, channel, channels, std::int8_t,
                              channels * bytes>
        k{{make_channel_plan<C>()}, {}, {}};
    if constexpr (!end.shifts) k.plan.shift = added_to_sums<C>();
    for (int c = 0; c < channels; ++c) {
      const cortex_m::accumulator a = accumulator_by_zero<C>(c);
      k.ends[c].sum = a.start;
      if constexpr (!end.shifts) {
        k.ends[c].multiplier = factor_in_place<C>(a.factor).multiplier;
        k.weights[c * bytes + window_weights] = static_cast<std::int8_t>(a.factor.shift - 1);
      }
      for (int i = 0; i < window_weights && !has_one_code<C>(c); ++i) {
        const bool rows = Walk == walk::along_rows;
        const int column = rows ? i / 3 : i % 3, row = rows ? i % 3 : i / 3;
        k.weights[c * bytes + i] =
            static_cast<std::int8_t>(C::bytes(1)[(3 * row + column) * channels + c]);
      }
    }
    return k;
  }

#if ETCH_HAS_DSP
  /// Rows rows of output, whose upper pair lies at `upper`.
  template <int Stride, int Rows, epilogue_code E>
  ETCH_GLUE static void run_columns(const column_task& task, int upper) {
    if (upper == 0) columns_of_channels<Stride, Rows, false, E>(&task);
    else columns_of_channels<Stride, Rows, true, E>(&task);
  }
  template <epilogue_code E, int Stride, class Channel, class Rows>
  ETCH_KERNEL static void write_rows(const paired_plan<Stride>& p, const Channel* channels,
                                     const std::int8_t* weights,
                                     Rows x,          // (N H, W C)
                                     std::int8_t* y,  // (N OH, OW C), along rows from the first on
                                     unsigned char* scratch, row_block rows) {
    constexpr bool by_rows = Walk == walk::along_rows;
    constexpr int lines_at_once = 3 - Stride;
    auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
    const std::uint32_t zero = (static_cast<std::uint32_t>(p.zero) & 0xffff) * 0x10001u;
    const std::uint32_t zeros = static_cast<std::uint8_t>(p.zero) * 0x01010101u;
    const int y_row = p.ow * p.c;
    if constexpr (!by_rows) y += rows.first * y_row;

    column_task task;
    task.shift = p.shift;
    task.pixel = by_rows ? p.c : y_row;
    task.headroom = 255 - p.range.range;
    task.give_back = p.range.low - task.headroom;
    for (int done = 0; done < rows.count;) {  // picture after picture
      const output_row at(rows.first + done, p.oh);
      const int count = minimum(rows.count - done, p.oh - at.i);
      // the cells of a line: `before` and `after` it lie outside
      const int length = by_rows ? p.ow : count, lines = by_rows ? count : p.ow;
      const int columns = (length - 1) * Stride + 3;
      const int start = by_rows ? -p.pad_left : at.i * Stride - p.pad_top;
      const int before = clamp(-start, 0, columns);
      const int inside = clamp((by_rows ? p.w : p.h) - maximum(start, 0), 0, columns - before);
      fill_words(words, zero, column_words * before);
      fill_words(words + column_words * (before + inside), zero,
                 column_words * (columns - before - inside));
      std::uint32_t* const first = words + column_words * before;
      task.span = static_cast<std::uint32_t>(length / 2 * (2 * Stride * 4 * column_words));
      task.single = length % 2;
      for (int next = 0; next < p.c; next += 4) {
        // The last four overlap those before: what both write is the same.
        const int c = minimum(next, p.c - 4);
        const auto codes_of = [&](int line) __attribute__((always_inline)) {
          const std::int8_t* const outside = reinterpret_cast<const std::int8_t*>(&zeros);
          if (line < 0 || line >= (by_rows ? p.h : p.w)) return codes_of_row{outside, 0};
          if constexpr (by_rows) return codes_of_row{x.row(at.n * p.h + line) + c, p.c};
          // rows lie one behind the other, as where values are whole
          else
            return codes_of_row{x.row(at.n * p.h + maximum(start, 0)) + line * p.c + c, p.w * p.c};
        };
        task.channels = channels + c;
        task.weights_end = weights + (c + 4) * channel_bytes(E);
        int top = by_rows ? at.i * Stride - p.pad_top : -p.pad_left, upper = 0;
        pair_rows(first, codes_of(top), codes_of(top + 1), inside);
        for (int line = 0; line < lines; line += lines_at_once, top += 2, upper ^= 1) {
          const int lower = upper ^ 1;
          pair_rows(first + lower, codes_of(top + 2), codes_of(top + 3), inside);
          task.row = line + 1 < lines ? (by_rows ? y_row : p.c) : 0;
          task.x = words;
          task.y = y + done * y_row + line * (by_rows ? y_row : p.c) + c;
          task.weights = weights + c * channel_bytes(E);
          // what of a last line has a line below is not there
          const bool is_alone = lines_at_once == 1 || line + 1 == lines;
          if (is_alone) run_columns<Stride, 1, E>(task, upper);
          else run_columns<Stride, lines_at_once, E>(task, upper);
        }
      }
      done += count;
    }
  }
#endif
};

}  // namespace armv7em

/// depthwise_conv2d of 8-bit codes by two rows by two pixels of a channel at a time.
struct depthwise_conv2d_s8_s8_s8_2x2_smlad
    : layer_kernel<depthwise_conv2d_s8_s8_s8_2x2_smlad, ops::depthwise_conv2d,
                   armv7em::smlad_2x2<armv7em::walk::along_rows>> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_2x2_smlad";
};

}  // namespace ETCH_NAMESPACE
