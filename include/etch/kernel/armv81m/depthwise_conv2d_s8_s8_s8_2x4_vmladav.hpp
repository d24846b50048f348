// depthwise_conv2d of 8-bit codes, two rows of output at a time: the columns of a channel lie one
// behind the other, each with the rows under two rows of output. One or two vectors hold a window;
// VMLADAV with the weights in two places makes its two sums. 28 instructions for eight outputs of a
// 5 x 5 window.
//
// A weight less its zero point is the sum of two bytes, whose products are added to one sum.
//
// Needs: MVE; hwc; depth multiplier 1; windows of at most 32 codes with the rows of two outputs;
// 16 where weights have a zero point, none 255 above it; strides or dilation; four columns of
// output at least for each phase of the dilation; factors below 1/2, shifts of 0 .. 30 to the
// right. C and padding are free. Reads: x (N,H,W,C), whose rows may lie apart, weights (1,KH,KW,C),
// bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv81m/columns_of_channels.hpp>
#include <etch/kernel/layer/ample_memory.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

#if ETCH_HAS_MVE

/// Writes rows of output from y on.
template <epilogue_step S, bool Whole, bool Few, class Form, class Channel, class Rows>
ETCH_KERNEL void rows_of_groups(const channel_plan& p, const epilogue_numbers& end,
                                const Channel* channels,
                                Rows x,          // (N H, W C)
                                std::int8_t* y,  // (N OH, OW C)
                                unsigned char* scratch, row_block rows) {
  auto* const staged = reinterpret_cast<std::int8_t*>(scratch);
  const int phase = Form::pitch / Form::bytes / p.dilation_w;
  column_group groups[most_groups];
  groups_task task;  // all is written before it is read
  task.groups = groups;
  task.to_end = {end.zero_or_shift, end.low, end.high};
  task.pitch = Form::pitch;
  static constexpr column_taps<Form::kh, Form::kw, Form::bytes, Form::is_split> table;
  task.inside[0] = table.inside[0];
  task.inside[1] = table.inside[1];
  vstrbq_u8(task.taps, vldrbq_u8(table.at));
  vstrbq_u8(task.taps + 16, vldrbq_u8(table.at + 16));
  std::int8_t none = 0;
  __asm("" : "+r"(none));  // zeros that the compiler sees become a call of memset
  unroll<4>([&]<int I>() __attribute__((always_inline)) {
    vstrbq_s8(task.weights + minimum(16 * I, 40), vdupq_n_s8(none));
  });
  const std::int8_t* const weights = task.weights + 24;
  int listed = 0;  // rows of output that groups and weights are for
  const auto list_for = [&](int height) __attribute__((always_inline)) {
    const int down = height > 1 ? Form::down : 0;
    if constexpr (Form::vectors == 2) {
      task.moved[0] = weights + 16;
      task.moved[1] = weights - down;
      task.moved[2] = weights + 16 - down;
    } else {
      task.moved[0] = weights - down;
      task.moved[1] = weights - Form::bytes;
      task.moved[2] = weights - Form::bytes - down;
    }
    task.count = list_groups<Form>(groups, p, phase, height);
    listed = height;
  };
  const auto run_pair = [&](int r, int height) __attribute__((always_inline)) {
    if (height != listed) list_for(height);
    for (int next = 0; next < p.ow; next += p.pixels) {
      const int j = minimum(next, p.ow - p.pixels);
      std::int8_t* const to = y + ((r - rows.first) * p.ow + j) * p.c;
      for (int k = 0; k < p.c; k += 16) {
        // The last 16 channels overlap those before, which are staged with them but not done again.
        const int c = Few ? 0 : minimum(k, p.c - 16);
        stage_channels<Few, Form>(p, staged, x, r, height, j * p.stride_w - p.pad_left, phase, c);
        task.staged = staged + (k - c) * task.pitch;
        task.k = channels + k;
        task.end = channels + minimum<int>(k + 16, p.c);
        task.y = to + k;
        __asm volatile("" ::: "memory");  // `groups` and `staged` are written
        channels_of_groups<S, Whole, Form::vectors, Form::is_wide, Form::is_split, Form::step,
                           Channel>(&task);
      }
    }
  };
  const int end_row = rows.first + rows.count;
  for (int r = rows.first, count = 0; r < end_row; r += count) {
    count = minimum(minimum<int>(2 * p.dilation_h, end_row - r), p.oh - r % p.oh);
    for (int q = 0; q < minimum<int>(count, p.dilation_h); ++q)
      run_pair(r + q, q + p.dilation_h < count ? 2 : 1);
  }
}

#endif

/// Two rows and four columns of a channel by VMLADAV.
struct vmladav_rows_2x4 {
  static constexpr bool widens_weights = true, takes_zeros = true;

  static constexpr bool takes(byte_layer l) {
    l.is_bytes = l.is_signed;
    if (!takes_epilogue(l) || !l.by_channel || !fits_column_groups(l.g, l.w_zero != 0))
      return false;
    return l.w_zero != 0 || (!has_blocks(l.g) && column_groups_pay(l.g));
  }
  /// Pixels at a time whose columns the network bears, the most; 0: none.
  template <class C>
  static constexpr int pixels = [] {
    constexpr window_geometry g = layer_of<C>.g;
    constexpr int most = pixels_of_groups(g);
    if (most > 0 && has_ample_memory(C{}, 16 * pitch_of_channel(g, most))) return most;
    return pixels_of_groups(g, minimum(most_staged_columns, spare_bytes(C{})));
  }();
  template <class C>
  static constexpr int scratch = 16 * pitch_of_channel(layer_of<C>.g, pixels<C>);
  /// Half of 255 and the rest of it are no two bytes.
  template <class C>
  static constexpr bool proves = [] {
    constexpr byte_layer l = layer_of<C>;
    for (int i = 0; l.w_zero != 0 && i < l.taps() * l.g.c; ++i) {
      if (static_cast<std::int8_t>(C::bytes(1)[i]) - l.w_zero == 255) return false;
    }
    return has_small_factors<C> && pixels<C> > 0;
  }();
  /// A row alone takes as long as two.
  template <class C>
  static constexpr bool reads_rows =
      layer_of<C>.g.kh > 4 || layer_of<C>.g.kw > 4 || layer_of<C>.w_zero != 0;
  template <class C>
  static constexpr int rows_at_once = minimum(2 * layer_of<C>.g.dilation_h, layer_of<C>.g.oh);

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    auto k = pack_channels<C, l.w_zero != 0>();
    k.plan.rows = 2;
    k.plan.pixels = static_cast<std::int16_t>(pixels<C>);
    return k;
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    constexpr epilogue e = layer_of<C>.end;
    constexpr window_geometry g = layer_of<C>.g;
    constexpr column_form f = column_form_of(g, layer_of<C>.w_zero != 0);
    using form = known_columns<g.kh, g.kw, f, pitch_of_channel(g, pixels<C>)>;
    const auto& constants = kernel_constants<K, C>(a);
    rows_of_groups<step_of(e), e.saturates_to_int8(), (g.c < 16), form>(
        constants.plan, constants.end, constants.channels, a.template rows<0>(),
        out_row<C>(a, rows.first), a.scratch(), rows);
#else
    static_assert(sizeof(A) == 0, "depthwise_conv2d by VMLADAV: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace armv81m

/// depthwise_conv2d of 8-bit codes by two rows of a channel.
struct depthwise_conv2d_s8_s8_s8_2x4_vmladav
    : layer_kernel<depthwise_conv2d_s8_s8_s8_2x4_vmladav, ops::depthwise_conv2d,
                   armv81m::vmladav_rows_2x4> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_2x4_vmladav";
};

}  // namespace ETCH_NAMESPACE
