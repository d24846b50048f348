// What the 8-bit depthwise convolutions share: constants, and the rows under windows side by side.
// Four rows of 16 channels are laid out by VST4, so that four bytes of a channel are a column.
//
// Small windows one pixel apart are summed two rows and two columns of output at a time: a column
// has four rows, one VLDRW gathers four columns, and four VMLADAV with the weights in four places
// make the sums. 28 instructions for eight outputs of a 3 x 3 window.
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// A depthwise convolution as its loops see it. Some rows, or a part of one, are done at a time.
struct channel_plan : window_sides {
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
  return {sides_of(g), half(rows), half(pixels), static_cast<std::int8_t>(zero)};
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

/// The channels of call C; rows and pixels of its plan may be set to others. Split: half of each
/// weight, behind all of a channel the other halves.
template <class C, bool Split = false>
constexpr auto pack_channels() {
  constexpr byte_layer l = layer_of<C>;
  constexpr int channels = l.g.c, taps = l.taps(), codes = Split ? 2 * taps : taps;
  depthwise_constants<channel_constants<l.end.shifts(), codes>, channels> k{
      make_channel_plan(l.g, l.x_zero), numbers_of(l.end), {}};
  for (int c = 0; c < channels; ++c) {
    auto& channel = k.channels[c];
    int sum = 0;
    for (int t = 0; t < taps; ++t) {
      const int weight = static_cast<std::int8_t>(C::bytes(1)[t * channels + c]) - l.w_zero;
      const int first = Split ? weight >> 1 : weight;
      channel.weights[t] = static_cast<std::int8_t>(first);
      if (Split) channel.weights[taps + t] = static_cast<std::int8_t>(weight - first);
      sum += weight;
    }
    set_filter<C>(channel, 0, c, sum);
  }
  return k;
}

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

inline constexpr int most_blocks = 12;  ///< of 2 x 2 pixels, at a time

/// Whether windows of geometry g can be run so.
constexpr bool has_blocks(const window_geometry& g) {
  return g.kh <= 3 && g.kw <= 3 && g.stride_h == 1 && g.stride_w == 1 && g.dilation_h == 1 &&
         g.dilation_w == 1 && wide_int{2} * most_blocks * g.ow * g.c <= 65535;
}
/// How many pixels of a row, and how many pairs of rows, are done at a time.
constexpr int block_pixels(const window_geometry& g) {
  return g.ow <= 16 ? g.ow : round_up(ceil_div(g.ow, ceil_div(g.ow, 16)), 2);
}
constexpr int block_rows(const window_geometry& g) {
  constexpr int staged = 2048;
  const int width = block_pixels(g);
  const int room = minimum(most_blocks / ceil_div(width, 2),
                           staged / (column_bytes * staged_columns(g, width + width % 2)));
  return clamp(room, 1, ceil_div(g.oh, 2));
}
constexpr int block_bytes(const window_geometry& g) {
  return block_rows(g) * staged_columns(g, maximum(block_pixels(g), 2)) * column_bytes;
}

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

/// Two blocks: where their columns begin, and where their codes go, from the first code of a
/// channel on, the first block in even places: row 0 and 1 of column 0, row 0 and 1 of column 1 are
/// elements 0, 2, 1, 3 of a block.
struct two_blocks {
  std::uint32_t window[2];
  std::uint16_t places[8];
};
/// What channels_of_blocks reads.
struct blocks_task {
  const two_blocks* blocks;
  std::int32_t count;  ///< of two blocks each
  const void* k;       ///< channel_constants
  const void* end;     ///< behind the last of them
  std::int8_t* y;      ///< of the first channel
  epilogue_words to_end;
  std::int32_t inside;          ///< bit i: byte i of a window has a weight
  const std::int8_t* moved[3];  ///< weights for the next row, the next column, both
  std::uint32_t columns[4];     ///< from the first column of a window of the first channel
  std::uint8_t taps[16];        ///< which weight byte i of a window has
  std::int8_t weights[32];      ///< 0; from 5 on the weights as they lie in a window
};

/// Ends the sums q5 and q6 of a channel, lanes of two blocks in turn, and writes their codes: r1 is
/// at their places, r5 the output, r7 the task; r8, r9 and r10 are bias, multiplier and shift, r11
/// is epilogue_words::zero_or_shift.
#define ETCH_MVE_CODES_OF_BLOCKS                                                            \
  "vadd.i32 q5,q5,r8\n\tvadd.i32 q6,q6,r8\n\t"                                              \
  ".if %c[step] == -1\n\t.irp v,q5,q6\n\tvcvt.f32.s32 \\v,\\v\n\tvmul.f32 \\v,\\v,r9\n\t"   \
  "vcvtn.s32.f32 \\v,\\v\n\t.endr\n\t.elseif %c[step] < 2\n\tvqrdmulh.s32 "                 \
  "q5,q5,r9\n\tvqrdmulh.s32 q6,q6,r9\n\t.endif\n\t"                                         \
  ".if %c[step] == 2\n\tvqdmulh.s32 q5,q5,r9\n\tvqdmulh.s32 q6,q6,r9\n\t.endif\n\t"         \
  ".if %c[step] == 1 || %c[step] == 4\n\t.irp v,q5,q6\n\t"                                  \
  "vshr.s32 q7,\\v,#31\n\tvqadd.s32 \\v,\\v,q7\n\t.endr\n\t.endif\n\t"                      \
  ".if %c[step] >= 0 && %c[step] < 3\n\tvrshl.s32 q5,r10\n\tvrshl.s32 q6,r10\n\t.endif\n\t" \
  ".if %c[step] == 3\n\tvshl.s32 q5,r11\n\tvshl.s32 q6,r11\n\t.endif\n\t"                   \
  ".if %c[step] == 4\n\tvrshl.s32 q5,r11\n\tvrshl.s32 q6,r11\n\t.endif\n\t"                 \
  ".if %c[step] == 5\n\t"                                                                   \
  ".irp v,q5,q6\n\tvshr.s32 q7,\\v,#31\n\tveor \\v,\\v,q7\n\tvsub.i32 \\v,\\v,q7\n\t"       \
  "vshl.u32 \\v,r11\n\tveor \\v,\\v,q7\n\tvsub.i32 \\v,\\v,q7\n\t.endr\n\t.endif\n\t"       \
  "vqmovnb.s32 q5,q5\n\tvqmovnt.s32 q5,q6\n\tvldrh.16 q6,[r1],#16\n\t"                      \
  ".if %c[step] < 3\n\tvqadd.s16 q5,q5,r11\n\t.endif\n\t"                                   \
  ".if %c[whole] == 0\n\tldrd r0,r2,[r7,#24]\n\tvdup.16 q7,r0\n\tvmax.s16 q5,q5,q7\n\t"     \
  "vdup.16 q7,r2\n\tvmin.s16 q5,q5,q7\n\t.endif\n\t"                                        \
  "vqmovnb.s16 q5,q5\n\tvstrb.16 q5,[r5,q6]\n\t"

/// All pixels of channels. r7 is the task, r3 the constants, r5 the output, r1 the blocks.
template <epilogue_step S, bool Whole, class Channel>
[[gnu::naked]] ETCH_KERNEL void channels_of_blocks(const blocks_task*) {
  __asm volatile(
      "vpush {d8-d15}\n\tpush {r4-r11,lr}\n\tmov r7,r0\n\t"
      "ldr r3,[r7,#8]\n\tldrd r5,r11,[r7,#16]\n\tldr r0,[r7,#32]\n\tvmsr p0,r0\n\t"
      "vldrw.32 q4,[r7,#48]\n"
      "1:\n\tadd r0,r3,%[at]\n\tadd r2,r7,#64\n\tvldrb.8 q5,[r2]\n\t"
      "vpst\n\tvldrbt.u8 q0,[r0,q5]\n\tadd r2,r7,#85\n\tvstrb.8 q0,[r2]\n\t"
      "add r6,r7,#36\n\tldm r6,{r0,r2,r4}\n\t"
      "vldrb.8 q1,[r0]\n\tvldrb.8 q2,[r2]\n\tvldrb.8 q3,[r4]\n\t"
      ".if %c[step] < 3\n\tldrd r8,r9,[r3]\n\tldrsb r10,[r3,#8]\n\t"
      ".else\n\tldr r8,[r3]\n\t.endif\n\t"
      "add r3,r3,%[size]\n\tldrd r1,r12,[r7]\n\tdls lr,r12\n"
      "2:\n\tldrd r0,r12,[r1],#8\n\tvldrw.u32 q5,[r0,q4]\n\tvldrw.u32 q6,[r12,q4]\n\t"
      "vmladav.s8 r0,q5,q0\n\tvmladav.s8 r2,q5,q2\n\tvmladav.s8 r4,q5,q1\n\t"
      "vmladav.s8 r6,q5,q3\n\tvmov q5[2],q5[0],r0,r4\n\tvmov q5[3],q5[1],r2,r6\n\t"
      "vmladav.s8 r0,q6,q0\n\tvmladav.s8 r2,q6,q2\n\tvmladav.s8 r4,q6,q1\n\t"
      "vmladav.s8 r6,q6,q3\n\tvmov q6[2],q6[0],r0,r4\n\tvmov "
      "q6[3],q6[1],r2,r6\n\t" ETCH_MVE_CODES_OF_BLOCKS  //
      "le lr,2b\n\t"
      "adds r5,#1\n\tmovs r0,#4\n\tvadd.i32 q4,q4,r0\n\t"
      "ldr r0,[r7,#12]\n\tcmp r3,r0\n\tbne 1b\n\t"
      "pop {r4-r11,lr}\n\tvpop {d8-d15}\n\tbx lr"
      :
      : [step] "i"(static_cast<int>(S)), [whole] "i"(static_cast<int>(Whole)),
        [size] "i"(sizeof(Channel)), [at] "i"(is_shift(S) ? 4 : 9));
}

/// The blocks of `height` rows, at most two of which are `single`, and `width` columns of output;
/// columns are staged behind one another, pair of rows after pair of rows. Returns how many pairs
/// of blocks there are.
ETCH_GLUE int list_blocks(two_blocks* to, const channel_plan& p, std::uint32_t staged, int columns,
                          int height, int width) {
  const int next_row = height > 1 ? p.ow * p.c : 0, next_column = width > 1 ? p.c : 0;
  int i = 0;
  const auto put = [&](std::uint32_t window, int place) __attribute__((always_inline)) {
    two_blocks& b = to[i / 2];
    std::uint16_t* const at = b.places + i % 2;
    b.window[i % 2] = window;
    at[0] = static_cast<std::uint16_t>(place);
    at[2] = static_cast<std::uint16_t>(place + next_column);
    at[4] = static_cast<std::uint16_t>(place + next_row);
    at[6] = static_cast<std::uint16_t>(place + next_row + next_column);
    ++i;
  };
  for (int k = 0; k < height; k += 2) {
    // The last two rows, and columns, overlap those before: what both write is the same.
    const int row = maximum(minimum(k, height - 2), 0);
    for (int j = 0; j < width; j += 2) {
      const int column = maximum(minimum(j, width - 2), 0);
      put(staged + static_cast<std::uint32_t>((k / 2 * columns + column) * column_bytes),
          (row * p.ow + column) * p.c);
    }
  }
  if (i % 2 != 0) {
    const two_blocks& last = to[i / 2];
    put(last.window[0], last.places[0]);
  }
  return i / 2;
}

/// Writes rows of output.
template <epilogue_step S, bool Whole, bool Few, int KH, int KW, class Channel>
ETCH_KERNEL void rows_of_blocks(const channel_plan& p, const epilogue_numbers& end,
                                const Channel* channels,
                                const std::int8_t* x,  // (N,H,W,C)
                                std::int8_t* y,        // (N,OH,OW,C)
                                unsigned char* scratch, row_block rows) {
  auto* const staged = reinterpret_cast<std::int8_t*>(scratch);
  const auto staged_at = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(staged));
  two_blocks blocks[most_blocks / 2];
  blocks_task task;  // all is written before it is read
  task.blocks = blocks;
  task.to_end = {end.zero_or_shift, end.low, end.high};
  static constexpr staged_taps<KH, KW> table;
  task.inside = table.inside;
  vstrbq_u8(task.taps, vldrbq_u8(table.at));
  std::int8_t none = 0;
  __asm("" : "+r"(none));  // zeros that the compiler sees become a call of memset
  vstrbq_s8(task.weights, vdupq_n_s8(none));
  vstrbq_s8(task.weights + 16, vdupq_n_s8(none));
  const int end_row = rows.first + rows.count;
  for (int r = rows.first, height = 0; r < end_row; r += height) {
    height = minimum(minimum<int>(2 * p.rows, end_row - r), p.oh - r % p.oh);
    for (int j = 0; j < p.ow; j += p.pixels) {
      const int width = minimum<int>(p.pixels, p.ow - j);
      const int columns = maximum(width, 2) + KW - 1;
      task.count = list_blocks(blocks, p, staged_at, columns, height, width);
      const std::int8_t* const weights = task.weights + 5;
      const int down = height > 1 ? 1 : 0, right = width > 1 ? 4 : 0;
      task.moved[0] = weights - down;
      task.moved[1] = weights - right;
      task.moved[2] = weights - down - right;
      std::int8_t* const to = y + (r * p.ow + j) * p.c;
      for (int next = 0; next < p.c; next += 16) {
        // The last 16 channels overlap those before, which are staged with them but not done again.
        const int c = Few ? 0 : minimum(next, p.c - 16);
        for (int k = 0; k < height; k += 2) {
          const int row = maximum(minimum(k, height - 2), 0);
          stage_rows<Few>(p, staged + k / 2 * columns * column_bytes, x + c, r + row,
                          j - p.pad_left, columns, KH + 1);
        }
        for (int v = 0; v < 4; ++v) {
          task.columns[v] =
              static_cast<std::uint32_t>(minimum(v, KW) * column_bytes + 4 * (next - c));
        }
        task.k = channels + next;
        task.end = channels + minimum<int>(next + 16, p.c);
        task.y = to + next;
        channels_of_blocks<S, Whole, Channel>(&task);
      }
    }
  }
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
