// depthwise_conv2d of 8-bit codes, 16 channels of a pixel at a time: VMULLB and VMULLT make 16
// products, those of two taps are added in 16 bits, pairs in 32. For rows that lie apart: no code
// is copied, and a short row wastes nothing.
//
// Needs: MVE; hwc; windows of at most 64 cells, depth multiplier 1; at least 16 channels, or, in
// windows of at most 25 cells one pixel apart, 1, 2, 4 or 8, of which 16, 8, 4 or 2 are done at a
// time; no two neighbouring weights of a channel that are -128; factors below 1/2, shifts of 0 ..
// 30 to the right. Padding, stride and dilation are free. Reads: x (N,H,W,C), weights (1,KH,KW,C),
// bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv81m/copy_run.hpp>
#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

inline constexpr int most_lane_taps = 9;  ///< a register each
inline constexpr int most_listed_taps = 64;

/// A depthwise convolution as its loop sees it, in vectors of pixels.
struct lane_plan : window_sides {
  std::int16_t pixels;              ///< of a vector
  std::int16_t vectors;             ///< in a row; the last one may overlap the one before
  std::int16_t inner, inner_count;  ///< those whose columns lie inside the input
  std::int8_t zero;                 ///< of the input
};
constexpr int lane_pixels(const window_geometry& g) { return g.c < 16 ? 16 / g.c : 1; }
constexpr bool fits_lane_plan(const window_geometry& g) {
  if (!has_sides_up_to(8191, g) || g.kh * g.kw > most_listed_taps || g.c != g.oc) return false;
  if (g.c >= 16) return true;
  return 16 % g.c == 0 && g.kh * g.kw <= 25 && g.stride_w == 1 && g.dilation_w == 1 &&
         g.ow >= 16 / g.c;
}
constexpr lane_plan make_lane_plan(const window_geometry& g, int zero) {
  const int pixels = lane_pixels(g), vectors = ceil_div(g.ow, pixels);
  const int covered = (pixels - 1) * g.stride_w + reach(g.kw, g.dilation_w);
  int first = 0, count = 0;
  for (int k = 0; k < g.ow / pixels; ++k) {  // the last one of the others moves
    const int left = k * pixels * g.stride_w - g.pad_left;
    if (left >= 0 && left + covered <= g.w) {
      if (count++ == 0) first = k;
    }
  }
  return {sides_of(g), half(pixels), half(vectors),
          half(first), half(count),  static_cast<std::int8_t>(zero)};
}

/// The constants of 16 channels, as lanes_of_pixels reads them. Sums lie in four vectors: of the
/// channels 0, 4, 8 and 12, then from 2, from 1 and from 3 on; byte i of each word of `shift` is of
/// vector i.
template <bool Shifts, int Taps>
struct lane_constants {
  std::int32_t bias[16];
  std::int8_t weights[Taps][16];
  std::int32_t multiplier[16];
  std::int8_t shift[16];
};
template <int Taps>
struct lane_constants<true, Taps> {
  std::int32_t bias[16];
  std::int8_t weights[Taps][16];
};
template <class Block, int Blocks, int Zeros>
struct lane_layer {
  lane_plan plan;
  epilogue_numbers end;
  alignas(16) Block blocks[Blocks];
  std::int8_t zeros[Zeros];  ///< codes outside the input
};

#if ETCH_HAS_MVE

/// What lanes_of_pixels reads.
struct lane_task {
  const std::int8_t* taps[most_lane_taps];  ///< the first code under each; of more, their list
  std::int8_t* y;
  const void* constants;  ///< of the first block
  std::int32_t blocks;    ///< of 16 codes, for each vector of pixels
  std::int32_t vectors;
  std::int32_t next_x, next_y;  ///< from the end of a vector to the next
  epilogue_words to_end;
};

/// Vectors of pixels. r0-r8 are the taps, r9 the constants, r10 the output, lr counts blocks; q4-q7
/// are the sums. More taps than most_lane_taps: their list is r5, next to each other r1 and r2 from
/// r3 on, lr counts pairs of them and r4 blocks.
template <epilogue_step S, bool Whole, int Taps>
[[gnu::naked]] ETCH_KERNEL void lanes_of_pixels(const lane_task*) {
  __asm volatile(
      ".macro etch_add_to_sums b,t\n\t"
      "vmovlb.s16 q1,\\b\n\tvadd.i32 q4,q4,q1\n\tvmovlt.s16 \\b,\\b\n\tvadd.i32 q5,q5,\\b\n\t"
      "vmovlb.s16 q1,\\t\n\tvadd.i32 q6,q6,q1\n\tvmovlt.s16 \\t,\\t\n\tvadd.i32 "
      "q7,q7,\\t\n\t.endm\n\t"
      ".macro etch_two_taps a,b\n\t"
      "vldrb.8 q0,[\\a],#16\n\tvldrb.8 q1,[r9],#32\n\t"
      "vmullb.s8 q2,q0,q1\n\tvldrb.8 q3,[r9,#-16]\n\tvmullt.s8 q0,q0,q1\n\tvldrb.8 q1,[\\b],#16\n\t"
      "vmullt.s8 q3,q1,q3\n\tvadd.i16 q0,q0,q3\n\tvldrb.8 q3,[r9,#-16]\n\t"
      "vmullb.s8 q1,q1,q3\n\tvadd.i16 q2,q2,q1\n\tetch_add_to_sums q2,q0\n\t.endm\n\t"
      ".macro etch_one_tap a\n\t"
      "vldrb.8 q0,[\\a],#16\n\tvldrb.8 q1,[r9],#16\n\t"
      "vmullb.s8 q2,q0,q1\n\tvmullt.s8 q0,q0,q1\n\tetch_add_to_sums q2,q0\n\t.endm\n\t"

      "vpush {d8-d15}\n\tpush {r4-r11,lr}\n\tmov r12,r0\n\t"
      "add r0,r12,#40\n\tldm r0,{r1-r8}\n\tpush {r1-r8}\n\t"
      "ldr r10,[r12,#36]\n\tldm r12,{r0-r8}\n"
      ".if %c[listed]\n\tmov r5,r0\n\tmovs r3,#0\n\t.endif\n"
      "1:\n\tldrd r9,r11,[sp]\n\t.if %c[listed]\n\tmov r4,r11\n\t.else\n\tdls lr,r11\n\t.endif\n"
      "2:\n\t"
      "vldrw.32 q4,[r9],#64\n\tvldrw.32 q5,[r9,#-48]\n\t"
      "vldrw.32 q6,[r9,#-32]\n\tvldrw.32 q7,[r9,#-16]\n\t"
      ".if %c[listed]\n\tmov r0,r5\n\tmovs r6,#%c[taps]/2\n\tdls lr,r6\n"
      "4:\n\tldrd r1,r2,[r0],#8\n\tadd r1,r3\n\tadd r2,r3\n\tetch_two_taps r1,r2\n\tle lr,4b\n\t"
      ".if %c[taps] %% 2\n\tldr r1,[r0]\n\tadd r1,r3\n\tetch_one_tap r1\n\t.endif\n\t"
      "adds r3,#16\n\t.else\n\t"
      ".irp a,0,2,4,6,8\n\t"
      ".if \\a+1 < %c[taps]\n\t"
      ".if \\a == 0\n\tetch_two_taps r0,r1\n\t.elseif \\a == 2\n\tetch_two_taps r2,r3\n\t"
      ".elseif \\a == 4\n\tetch_two_taps r4,r5\n\t.else\n\tetch_two_taps r6,r7\n\t.endif\n\t"
      ".elseif \\a < %c[taps]\n\tetch_one_tap r\\a\n\t.endif\n\t.endr\n\t.endif\n\t"
      "ldr r11,[sp,#20]\n\t"
      ".irp v,q4,q5,q6,q7\n\t"
      ".if %c[step] == -1\n\tvldrw.32 q0,[r9],#16\n\tvcvt.f32.s32 \\v,\\v\n\t"
      "vmul.f32 \\v,\\v,q0\n\tvcvtn.s32.f32 \\v,\\v\n\t.endif\n\t"
      ".if %c[step] == 0 || %c[step] == 1\n\tvldrw.32 q0,[r9],#16\n\tvqrdmulh.s32 "
      "\\v,\\v,q0\n\t.endif\n\t"
      ".if %c[step] == 2\n\tvldrw.32 q0,[r9],#16\n\tvqdmulh.s32 \\v,\\v,q0\n\t.endif\n\t"
      ".if %c[step] == 1 || %c[step] == 4\n\tvshr.s32 q1,\\v,#31\n\tvqadd.s32 "
      "\\v,\\v,q1\n\t.endif\n\t"
      ".if %c[step] == 3\n\tvshl.s32 \\v,r11\n\t.endif\n\t"
      ".if %c[step] == 4\n\tvrshl.s32 \\v,r11\n\t.endif\n\t"
      ".if %c[step] == 5\n\tvshr.s32 q1,\\v,#31\n\tveor \\v,\\v,q1\n\tvsub.i32 \\v,\\v,q1\n\t"
      "vshl.u32 \\v,r11\n\tveor \\v,\\v,q1\n\tvsub.i32 \\v,\\v,q1\n\t.endif\n\t.endr\n\t"
      ".if %c[step] == -1\n\tadd r9,#16\n\t.elseif %c[step] < 3\n\tvldrb.8 "
      "q0,[r9],#16\n\tvrshl.s32 q4,q4,q0\n\t"
      ".irp v,q5,q6,q7\n\tvshr.u32 q0,q0,#8\n\tvrshl.s32 \\v,\\v,q0\n\t.endr\n\t.endif\n\t"
      "vqmovnb.s32 q4,q4\n\tvqmovnb.s32 q6,q6\n\tvqmovnt.s32 q4,q5\n\tvqmovnt.s32 q6,q7\n\t"
      ".if %c[step] < 3\n\tvqadd.s16 q4,q4,r11\n\tvqadd.s16 q6,q6,r11\n\t.endif\n\t"
      "vqmovnb.s16 q4,q4\n\tvqmovnt.s16 q4,q6\n\t"
      ".if %c[whole] == 0\n\tldrd r11,r12,[sp,#24]\n\tvdup.8 q0,r11\n\tvdup.8 q1,r12\n\t"
      "vmax.s8 q4,q4,q0\n\tvmin.s8 q4,q4,q1\n\t.endif\n\t"
      "vstrb.8 q4,[r10],#16\n\t.if %c[listed]\n\tsubs r4,#1\n\tbne 2b\n\t.else\n\tle "
      "lr,2b\n\t.endif\n\t"
      "ldr r9,[sp,#8]\n\tsubs r9,#1\n\tstr r9,[sp,#8]\n\tbeq 3f\n\t"
      "ldrd r11,r12,[sp,#12]\n\tadd r10,r12\n\tcmp r11,#0\n\tbeq 1b\n\t"
      ".if %c[listed]\n\tadd r3,r11\n\tb 1b\n\t.endif\n\t"
      ".irp k,0,1,2,3,4,5,6,7,8\n\t.if \\k < %c[taps]\n\tadd r\\k,r11\n\t.endif\n\t.endr\n\tb 1b\n"
      "3:\n\tadd sp,#32\n\tpop {r4-r11,lr}\n\tvpop {d8-d15}\n\tbx lr\n\t"
      ".purgem etch_add_to_sums\n\t.purgem etch_two_taps\n\t.purgem etch_one_tap"
      :
      : [step] "i"(static_cast<int>(S)), [whole] "i"(static_cast<int>(Whole)), [taps] "i"(Taps),
        [listed] "i"(static_cast<int>(Taps > most_lane_taps)));
}

/// The rows under output row r: those of them inside the input, and the first one's number.
struct rows_under {
  cell_run inside;
  int first;
};
ETCH_GLUE rows_under rows_under_row(const lane_plan& p, int r) {
  const int image = r / p.oh, top = (r - image * p.oh) * p.stride_h - p.pad_top;
  const cell_run u = count_cells_inside(top, p.kh, p.dilation_h, p.h);
  return {u, image * p.h + top + u.first * p.dilation_h};
}

/// Where the taps of a vector of pixels lie whose windows begin at column `left`. Of more than one
/// pixel those that leave the input are copied to `padded`.
template <bool Few, class Rows>
ETCH_GLUE void place_taps(const lane_plan& p, const std::int8_t** to, Rows x, const rows_under& at,
                          int left, const std::int8_t* zeros,
                          [[maybe_unused]] std::int8_t* padded) {
  const int columns = p.kw + p.pixels - 1;
  const bool inside = left >= 0 && left + columns <= p.w;
  for (int u = 0; u < p.kh; ++u) {
    const int k = u - at.inside.first;
    const std::int8_t* row = nullptr;
    if (static_cast<unsigned>(k) < static_cast<unsigned>(at.inside.count))
      row = x.row(at.first + k * p.dilation_h);
    if constexpr (Few) {
      const std::int8_t* from = zeros;
      if (row != nullptr && inside) {
        from = row + left * p.c;
      } else if (row != nullptr) {
        from = padded;
        for (int v = 0; v < columns; ++v, padded += p.c) {
          const bool cell = static_cast<unsigned>(left + v) < static_cast<unsigned>(p.w);
          copy_run(padded, cell ? row + (left + v) * p.c : zeros, p.c);
        }
      }
      for (int v = 0; v < p.kw; ++v, from += row == nullptr ? 0 : p.c) *to++ = from;
    } else {
      int column = left;
      for (int v = 0; v < p.kw; ++v, column += p.dilation_w) {
        const bool cell =
            row != nullptr && static_cast<unsigned>(column) < static_cast<unsigned>(p.w);
        *to++ = cell ? row + column * p.c : zeros;
      }
    }
  }
}

/// Writes rows of output from y on. Few: fewer than 16 channels.
template <epilogue_step S, bool Whole, bool Few, int Taps, class Block, class Rows>
ETCH_KERNEL void depthwise_by_lanes(const lane_plan& p, const epilogue_numbers& end,
                                    const Block* blocks, const std::int8_t* zeros,
                                    Rows x,          // (N H, W C)
                                    std::int8_t* y,  // (N OH, OW C)
                                    row_block rows) {
  constexpr int most_padded = Few ? 16 * Taps + 16 : 1;
  constexpr bool listed = Taps > most_lane_taps;
  std::int8_t padded[most_padded];
  const int codes = Few ? 16 : p.c, rest = codes % 16;
  lane_task task;
  const std::int8_t* list[listed ? Taps : 1];
  const std::int8_t** const taps = listed ? list : task.taps;
  if (listed) task.taps[0] = reinterpret_cast<const std::int8_t*>(list);
  task.to_end = {end.zero_or_shift, end.low, end.high};
  for (int r = rows.first; r < rows.first + rows.count; ++r, y += p.ow * p.c) {
    const rows_under under = rows_under_row(p, r);
    const bool has_all_rows = under.inside.count == p.kh;
    for (int k = 0, count = 0; k < p.vectors; k += count) {
      const int j = minimum(k * p.pixels, p.ow - p.pixels);
      count = has_all_rows && k >= p.inner && k < p.inner + p.inner_count
                  ? p.inner + p.inner_count - k
                  : 1;
      place_taps<Few>(p, taps, x, under, j * p.stride_w - p.pad_left, zeros, padded);
      const auto run_blocks = [&](int c, int first, int number) __attribute__((always_inline)) {
        task.y = y + j * p.c + c;
        task.constants = blocks + first;
        task.blocks = number;
        task.vectors = count;
        task.next_x = p.pixels * p.stride_w * p.c - 16 * number;
        task.next_y = p.pixels * p.c - 16 * number;
        __asm volatile("" ::: "memory");  // `padded` and `list` are written
        lanes_of_pixels<S, Whole, Taps>(&task);
      };
      run_blocks(0, 0, codes / 16);
      if (!Few && rest > 0) {
        // The last 16 channels overlap those before: what both write is the same.
        for (int t = 0; t < Taps; ++t) taps[t] += codes - 16;
        run_blocks(codes - 16, codes / 16, 1);
      }
    }
  }
}

#endif

/// 16 channels of a pixel by VMULLB and VMULLT.
struct vmullb_1x16 {
  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    return takes_epilogue(l) && l.by_channel && fits_lane_plan(l.g);
  }
  /// Products of two taps fit in 16 bits unless both weights are -128.
  template <class C>
  static constexpr bool proves = [] {
    constexpr byte_layer l = layer_of<C>;
    for (int t = 0; t + 1 < l.taps(); t += 2) {
      for (int c = 0; c < l.g.c; ++c) {
        if (C::bytes(1)[t * l.g.c + c] == 0x80 && C::bytes(1)[(t + 1) * l.g.c + c] == 0x80)
          return false;
      }
    }
    return has_small_factors<C>;
  }();
  template <class C>
  static constexpr bool reads_rows = true;

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int channels = l.g.c, taps = l.taps(), codes = maximum(channels, 16);
    using block = lane_constants<l.end.shifts(), taps>;
    lane_layer<block, ceil_div(codes, 16), codes> k{
        make_lane_plan(l.g, l.x_zero), numbers_of(l.end), {}, {}};
    for (int i = 0; i < codes; ++i) k.zeros[i] = static_cast<std::int8_t>(l.x_zero);
    for (int next = 0; next < codes; next += 16) {
      block& b = k.blocks[next / 16];
      for (int i = 0; i < 16; ++i) {
        const int c = (minimum(next, codes - 16) + i) % channels;
        const int vector = i % 4 == 1 || i % 4 == 2 ? 3 - i % 4 : i % 4;
        int sum = 0;
        for (int t = 0; t < taps; ++t) {
          b.weights[t][i] = static_cast<std::int8_t>(C::bytes(1)[t * channels + c]);
          sum += b.weights[t][i];
        }
        b.bias[4 * vector + i / 4] = bias_of<C>(c, sum);
        if constexpr (!l.end.shifts()) {
          const fixed_point_factor factor = factor_of<C>(c);
          b.multiplier[4 * vector + i / 4] = factor.multiplier;
          b.shift[i / 4 * 4 + vector] = static_cast<std::int8_t>(factor.shift);
        }
      }
    }
    return k;
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    constexpr byte_layer l = layer_of<C>;
    const auto& constants = kernel_constants<K, C>(a);
    depthwise_by_lanes<step_of(l.end), l.end.saturates_to_int8(), (l.g.c < 16), l.taps()>(
        constants.plan, constants.end, constants.blocks, constants.zeros, a.template rows<0>(),
        out_row<C>(a, rows.first), rows);
#else
    static_assert(sizeof(A) == 0, "depthwise_conv2d by VMULLB: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace armv81m

/// depthwise_conv2d of 8-bit codes by channels side by side.
struct depthwise_conv2d_s8_s8_s8_1x16_vmullb
    : layer_kernel<depthwise_conv2d_s8_s8_s8_1x16_vmullb, ops::depthwise_conv2d,
                   armv81m::vmullb_1x16> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_1x16_vmullb";
};

}  // namespace ETCH_NAMESPACE
