// What depthwise_conv2d by two rows of output is made of: the columns of a channel one behind the
// other, each with the rows under both, and the sums of four windows of each row.
#pragma once

#include <etch/kernel/armv81m/blocks_of_pixels.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// How windows lie in the columns of a channel.
struct column_form {
  int bytes;      ///< of a column
  int step;       ///< bytes between the windows of two columns of output
  int down;       ///< rows of a column between two rows of output
  int vectors;    ///< of weights
  bool is_wide;   ///< one vector of codes holds two windows
  bool is_split;  ///< a weight is the sum of two bytes
};
constexpr column_form column_form_of(const window_geometry& g, bool split = false) {
  const int rows = g.kh + g.stride_h, even = rows + rows % 2;
  const int bytes = ceil_div(even * g.kw, 16) == ceil_div(rows * g.kw, 16) ? even : rows;
  const int vectors = ceil_div(bytes * g.kw, 16);
  const bool is_wide = !split && g.stride_w == 1 && bytes * (g.kw + 1) <= 16;
  return {bytes, bytes * g.stride_w, g.stride_h, split ? 2 * vectors : vectors, is_wide, split};
}

inline constexpr int most_staged_columns = 3072;  ///< bytes of 16 channels
inline constexpr int most_groups = 14;

/// Columns of one phase of the dilation under `pixels` pixels.
constexpr int columns_of_phase(const window_geometry& g, int pixels) {
  return ceil_div((pixels - 1) * g.stride_w + reach(g.kw, g.dilation_w), g.dilation_w);
}
constexpr int pitch_of_channel(const window_geometry& g, int pixels) {
  return g.dilation_w * columns_of_phase(g, pixels) * column_form_of(g).bytes;
}
/// Pixels of a row at a time, whose columns take at most `most` bytes; 0: too few.
constexpr int pixels_of_groups(const window_geometry& g, int most = most_staged_columns) {
  const int four = 4 * g.dilation_w;
  for (int parts = 1; parts <= g.ow; ++parts) {
    const int pixels =
        parts == 1 ? g.ow : minimum<int>(round_up(ceil_div(g.ow, parts), four), g.ow);
    if (pixels < four) return 0;
    if (pixels <= 32 && 16 * pitch_of_channel(g, pixels) <= most) return pixels;
    if (pixels == four) return 0;
  }
  return 0;
}
constexpr bool fits_column_groups(const window_geometry& g, bool split) {
  if (!has_sides_up_to(8191, g) || g.c != g.oc || g.ow == 0) return false;
  if (g.kh + g.stride_h > 32 || g.kw > 32 || g.stride_h > 8 || g.dilation_w > 8) return false;
  if ((g.stride_h > 1 && g.dilation_h > 1) || (g.stride_w > 1 && g.dilation_w > 1)) return false;
  const column_form form = column_form_of(g, split);
  const bool reaches = 3 * form.step + 16 * form.vectors - 16 <= 127;
  return form.vectors <= 2 && reaches && wide_int{g.dilation_h + 1} * g.ow * g.c <= 65535 &&
         pixels_of_groups(g) > 0;
}

/// Whether no more than a part of the work is wasted on pixels that are not there, of windows that
/// other kernels sum pixel by pixel.
constexpr bool column_groups_pay(const window_geometry& g) {
  if (g.kh > 4 || g.kw > 4) return true;
  int pixels = 0, rows = 0;
  for (int f = 0; f < g.dilation_w; ++f) pixels += round_up(ceil_div(g.ow - f, g.dilation_w), 4);
  for (int f = 0; f < minimum(g.dilation_h, g.oh); ++f)
    rows += round_up(ceil_div(g.oh - f, g.dilation_h), 2);
  const int share = column_form_of(g).vectors == 1 ? 6 : 5;  // quarters
  return wide_int{4} * pixels * rows <= wide_int{share} * g.ow * g.oh;
}

/// Which weight byte i of a window in columns has, and whether it has one.
template <int KH, int KW, int Bytes, bool Split>
struct column_taps {
  std::uint8_t at[32]{};
  std::int32_t inside[2]{};
  constexpr column_taps() {
    for (int v = 0; v < KW; ++v) {
      for (int u = 0; u < KH; ++u) {
        const int i = v * Bytes + u;
        at[i] = static_cast<std::uint8_t>(u * KW + v);
        inside[i / 16] |= 1 << i % 16;
        if (Split) at[16 + i] = static_cast<std::uint8_t>(KH * KW + u * KW + v);
      }
    }
    if (Split) inside[1] = inside[0];
  }
};

#if ETCH_HAS_MVE

/// Four columns of two rows of output: where their windows begin from the first of a channel on,
/// and where the codes go: columns 0, 2 of row 0, 0, 2 of row 1, then 1, 3.
struct column_group {
  std::uint32_t window;
  std::uint16_t places[8];
};
/// What channels_of_groups reads.
struct groups_task {
  const column_group* groups;
  std::int32_t count;
  const void* k;    ///< channel_constants
  const void* end;  ///< behind the last of them
  std::int8_t* y;   ///< of the first channel
  epilogue_words to_end;
  std::int32_t inside[2];       ///< bit i: byte i of a window has a weight
  const std::int8_t* moved[3];  ///< the other vectors of weights
  const std::int8_t* staged;    ///< of the first channel
  std::int32_t pitch;           ///< bytes to the next channel
  std::int32_t unused;
  std::uint8_t taps[32];    ///< which weight byte i of a window has
  std::int8_t weights[56];  ///< 0; from 24 on the weights as they lie in a window
};

/// All pixels of channels. r7 is the task, r3 the columns, r5 the output, r1 the groups.
template <epilogue_step S, bool Whole, int Vectors, bool Wide, bool Split, int Step, class Channel>
[[gnu::naked]] ETCH_KERNEL void channels_of_groups(const groups_task*) {
  __asm volatile(
      // the windows of columns k and k + 1, their sums in \\q
      ".macro etch_two_columns k,q\n\t"
      ".if %c[wide]\n\tvldrb.8 q4,[r12,#\\k*%c[next]]\n\t"
      "vmladav.s8 r0,q4,q0\n\tvmladav.s8 r2,q4,q1\n\tvmladav.s8 r4,q4,q2\n\t"
      "vmladav.s8 r6,q4,q3\n\t"
      ".elseif %c[split]\n\t"
      "vldrb.8 q4,[r12,#\\k*%c[next]]\n\tvldrb.8 q7,[r12,#(\\k+1)*%c[next]]\n\t"
      "vmladav.s8 r0,q4,q0\n\tvmladav.s8 r2,q4,q2\n\tvmladav.s8 r4,q7,q0\n\t"
      "vmladav.s8 r6,q7,q2\n\tvmladava.s8 r0,q4,q1\n\tvmladava.s8 r2,q4,q3\n\t"
      "vmladava.s8 r4,q7,q1\n\tvmladava.s8 r6,q7,q3\n\t"
      ".elseif %c[vectors] == 1\n\t"
      "vldrb.8 q4,[r12,#\\k*%c[next]]\n\tvldrb.8 q7,[r12,#(\\k+1)*%c[next]]\n\t"
      "vmladav.s8 r0,q4,q0\n\tvmladav.s8 r2,q4,q1\n\tvmladav.s8 r4,q7,q0\n\t"
      "vmladav.s8 r6,q7,q1\n\t"
      ".else\n\t"
      "vldrb.8 q4,[r12,#\\k*%c[next]]\n\tvldrb.8 q7,[r12,#\\k*%c[next]+16]\n\t"
      "vmladav.s8 r0,q4,q0\n\tvmladav.s8 r2,q4,q2\n\tvldrb.8 q4,[r12,#(\\k+1)*%c[next]]\n\t"
      "vmladava.s8 r0,q7,q1\n\tvmladava.s8 r2,q7,q3\n\t"
      "vldrb.8 q7,[r12,#(\\k+1)*%c[next]+16]\n\t"
      "vmladav.s8 r4,q4,q0\n\tvmladav.s8 r6,q4,q2\n\t"
      "vmladava.s8 r4,q7,q1\n\tvmladava.s8 r6,q7,q3\n\t"
      ".endif\n\t"
      "vmov \\q[2],\\q[0],r0,r4\n\tvmov \\q[3],\\q[1],r2,r6\n\t.endm\n\t"

      "vpush {d8-d15}\n\tpush {r4-r11,lr}\n\tmov r7,r0\n\t"
      "ldrd r5,r11,[r7,#16]\n\tldr r3,[r7,#52]\n\t"
      ".if %c[vectors] == 1\n\tldr r2,[r7,#32]\n\tvmsr p0,r2\n\tvldrb.8 q3,[r7,#64]\n\t.endif\n"
      "1:\n\tldr r12,[r7,#8]\n\tadd r0,r12,%[at]\n\t"
      ".if %c[vectors] == 2\n\tldr r2,[r7,#32]\n\tvmsr p0,r2\n\tvldrb.8 q3,[r7,#64]\n\t"
      ".elseif %c[wide]\n\tvldrb.8 q3,[r7,#64]\n\t.endif\n\t"
      "vpst\n\tvldrbt.u8 q0,[r0,q3]\n\tvstrb.8 q0,[r7,#120]\n\t"
      ".if %c[vectors] == 2\n\tvldrb.8 q5,[r7,#80]\n\tldr r2,[r7,#36]\n\tvmsr p0,r2\n\t"
      "vpst\n\tvldrbt.u8 q1,[r0,q5]\n\tadd r2,r7,#136\n\tvstrb.8 q1,[r2]\n\t.endif\n\t"
      ".if %c[vectors] == 1 && %c[wide] == 0\n\tldr r0,[r7,#40]\n\tvldrb.8 q1,[r0]\n\t"
      ".else\n\tadd r6,r7,#40\n\tldm r6,{r0,r2,r4}\n\t"
      "vldrb.8 q1,[r0]\n\tvldrb.8 q2,[r2]\n\tvldrb.8 q3,[r4]\n\t.endif\n\t"
      ".if %c[step] < 3\n\tldrd r8,r9,[r12]\n\tldrsb r10,[r12,#8]\n\t"
      ".else\n\tldr r8,[r12]\n\t.endif\n\t"
      "add r12,r12,%[size]\n\tstr r12,[r7,#8]\n\tldrd r1,r12,[r7]\n\tdls lr,r12\n"
      "2:\n\tldr r12,[r1],#4\n\tadd r12,r3\n\t"
      "etch_two_columns 0,q5\n\tetch_two_columns 2,q6\n\t" ETCH_MVE_CODES_OF_BLOCKS  //
      "le lr,2b\n\t"
      "ldr r0,[r7,#56]\n\tadd r3,r0\n\tadds r5,#1\n\tldrd r0,r2,[r7,#8]\n\tcmp r0,r2\n\tbne 1b\n\t"
      "pop {r4-r11,lr}\n\tvpop {d8-d15}\n\tbx lr\n\t"
      ".purgem etch_two_columns"
      :
      : [step] "i"(static_cast<int>(S)), [whole] "i"(static_cast<int>(Whole)),
        [size] "i"(sizeof(Channel)), [at] "i"(is_shift(S) ? 4 : 9), [vectors] "i"(Vectors),
        [wide] "i"(static_cast<int>(Wide)), [split] "i"(static_cast<int>(Split)), [next] "i"(Step));
}

/// A row of the input as columns are made of it: 16 channels a pixel, `step` codes apart.
struct row_of_codes {
  const std::int8_t* at;
  int step;
};
/// Where columns go and which of them the input has.
struct run_of_columns {
  int before, inside, after;
  int pitch;  ///< bytes to the next channel
};

/// Stages Rows rows, a and b, of columns Bytes apart.
template <bool Few, int Rows, int Bytes>
ETCH_GLUE void stage_columns(std::int8_t* to, row_of_codes a, row_of_codes b,
                             const run_of_columns& run, std::int8_t zero, mve_pred16_t inside) {
  constexpr bool paired = Bytes % 2 == 0;
  const auto pitch = static_cast<std::uint16_t>(run.pitch);
  const uint16x8_t even = vmulq_n_u16(vidupq_n_u16(0, 2), pitch);
  const uint16x8_t odd = vaddq_n_u16(even, pitch);
  const uint16x8_t below = vaddq_n_u16(even, 1), odd_below = vaddq_n_u16(odd, 1);
  const auto put = [&](uint16x8_t first, uint16x8_t second) __attribute__((always_inline)) {
    auto* const bytes = reinterpret_cast<std::uint8_t*>(to);
    if constexpr (paired) {
      auto* const pairs = reinterpret_cast<std::uint16_t*>(to);
      vstrhq_scatter_offset_u16(pairs, even, vsliq_n_u16(first, second, 8));
      vstrhq_scatter_offset_u16(pairs, odd, vsriq_n_u16(second, first, 8));
    } else {
      vstrbq_scatter_offset_u16(bytes, even, first);
      vstrbq_scatter_offset_u16(bytes, odd, vshrq_n_u16(first, 8));
    }
    if constexpr (!paired && Rows > 1) {
      vstrbq_scatter_offset_u16(bytes, below, second);
      vstrbq_scatter_offset_u16(bytes, odd_below, vshrq_n_u16(second, 8));
    }
    to += Bytes;
  };
  const uint16x8_t zeros = vreinterpretq_u16_s8(vdupq_n_s8(zero));
  for (int k = run.before; k > 0; --k) put(zeros, zeros);
  for (int k = run.inside; k > 0; --k) {
    const uint16x8_t first = vreinterpretq_u16_s8(load_channels<Few>(a.at, inside));
    uint16x8_t second = first;
    a.at += a.step;
    if constexpr (Rows > 1) {
      second = vreinterpretq_u16_s8(load_channels<Few>(b.at, inside));
      b.at += b.step;
    }
    put(first, second);
  }
  for (int k = run.after; k > 0; --k) put(zeros, zeros);
}

/// What of a layer's form the loops know.
template <int KH, int KW, column_form Of, int Pitch>
struct known_columns {
  static constexpr int kh = KH, kw = KW, pitch = Pitch;
  static constexpr int bytes = Of.bytes, step = Of.step, down = Of.down, vectors = Of.vectors;
  static constexpr bool is_wide = Of.is_wide, is_split = Of.is_split;
};

/// Lists the groups of `height` rows of output.
template <class Form>
ETCH_GLUE int list_groups(column_group* to, const channel_plan& p, int phase, int height) {
  const int next_row = height > 1 ? p.dilation_h * p.ow * p.c : 0, next = p.dilation_w * p.c;
  int count = 0;
  for (int f = 0; f < p.dilation_w; ++f) {
    const int width = ceil_div(p.pixels - f, p.dilation_w);
    for (int j = 0; j < width; j += 4, ++count) {
      // The last four overlap those before: what both write is the same.
      const int column = minimum(j, width - 4), place = f * p.c + column * next;
      column_group& g = to[count];
      g.window = static_cast<std::uint32_t>(f * phase * Form::bytes + column * Form::step);
      for (int i = 0; i < 8; ++i) {
        const int at = place + (i % 2 * 2 + i / 4) * next + (i / 2 % 2 != 0 ? next_row : 0);
        g.places[i] = static_cast<std::uint16_t>(at);
      }
    }
  }
  return count;
}

/// Stages 16 channels from c on under output row r of an image, from input column `left` on.
template <bool Few, class Form, class Rows>
ETCH_KERNEL void stage_channels(const channel_plan& p, std::int8_t* staged, Rows x, int r,
                                int height, int left, int phase, int c) {
  const mve_pred16_t some = vctp8q(static_cast<std::uint32_t>(p.c));
  alignas(16) std::int8_t no_row[16];
  vstrbq_s8(no_row, vdupq_n_s8(p.zero));
  const int image = r / p.oh, top = (r - image * p.oh) * p.stride_h - p.pad_top;
  const int rows = Form::kh + (height - 1) * Form::down;
  for (int f = 0; f < p.dilation_w; ++f) {
    const int column = left + f;
    const int before = column < 0 ? minimum(ceil_div(-column, p.dilation_w), phase) : 0;
    const int last = column < p.w ? minimum(ceil_div(p.w - column, p.dilation_w), phase) : 0;
    const int inside = maximum(last - before, 0);
    const run_of_columns run{before, inside, phase - before - inside, Form::pitch};
    const auto row = [&](int u) __attribute__((always_inline)) {
      const int at = top + u * p.dilation_h;
      if (u >= rows || static_cast<unsigned>(at) >= static_cast<unsigned>(p.h))
        return row_of_codes{no_row, 0};
      const std::int8_t* const from = x.row(image * p.h + at);
      return row_of_codes{from + (column + before * p.dilation_w) * p.c + c, p.dilation_w * p.c};
    };
    std::int8_t* const to = staged + f * phase * Form::bytes;
    for (int u = 0; u + 1 < Form::bytes; u += 2)
      stage_columns<Few, 2, Form::bytes>(to + u, row(u), row(u + 1), run, p.zero, some);
    constexpr int last_row = Form::bytes - 1;
    if constexpr (last_row % 2 == 0)
      stage_columns<Few, 1, Form::bytes>(to + last_row, row(last_row), {}, run, p.zero, some);
  }
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
