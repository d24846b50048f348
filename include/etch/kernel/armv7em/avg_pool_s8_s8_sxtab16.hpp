// avg_pool of signed 8-bit codes, four channels at a time, two sums a word, by SXTAB16.
//
// Needs: DSP instructions; hwc; at least 4 channels; windows of at most 256 cells; ties as in
// CMSIS-NN or TensorFlow Lite. Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/gather.hpp>
#include <etch/kernel/generic/avg_pool.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// mean_of<R>(sum, cells) for the sum of as many codes; R is not half_even. 128 more makes what is
/// divided positive, so that UDIV rounds down: floor(sum / cells + 1/2), one less for ties of a
/// negative sum.
template <rounding R>
constexpr std::int32_t mean_of_codes(std::int32_t sum, int cells) {
  if constexpr (R == rounding::toward_zero) {
    return mean_of<R>(sum, cells);
  } else {
    const std::int32_t tie = R == rounding::half_up ? 0 : sum >> 31;
    const auto above = static_cast<std::uint32_t>(2 * sum + std::int32_t{257} * cells + tie);
    return static_cast<std::int32_t>(above / static_cast<std::uint32_t>(2 * cells)) - 128;
  }
}
/// Sums of four channels: 0 and 2, 1 and 3.
struct sums_of_four {
  std::uint32_t even = 0, odd = 0;
  constexpr sums_of_four() = default;
#if ETCH_HAS_DSP
  /// Over rows x columns cells, `column` and `row` codes apart; `row` counts from the begin of a
  /// row.
  template <class X>
  ETCH_GLUE sums_of_four(X x, int rows, int columns, int column, int row) {
    add(x, rows, columns, column, row);
  }
  /// Adds so many; x is a pointer or a row_list.
  template <class X>
  ETCH_GLUE void add(X x, int rows, int columns, int column, int row) {
    if (rows > 1 && row == columns * column) {  // without gaps: one row
      columns *= rows;
      rows = 1;
    }
    for (; rows > 0; --rows, cortex_m::to_next_row(x, row)) {
      const std::int8_t* at = cortex_m::first_row(x);
      int v = columns;
      for (; v >= 4; v -= 4) {
        unroll<4>([&]<int>() __attribute__((always_inline)) { add_cell(at, column); });
      }
      for (; v > 0; --v) add_cell(at, column);
    }
  }
  /// Adds a cell, behind which `at` goes by `column`.
  ETCH_GLUE void add_cell(const std::int8_t*& at, int column) {
    const std::uint32_t codes = load_word(at);
    at += column;
    even = add_even(even, codes);
    odd = add_odd(odd, codes);
  }
  /// The sum of channel I.
  template <int I>
  ETCH_GLUE std::int32_t of() const {
    const std::uint32_t word = I % 2 == 0 ? even : odd;
    return I / 2 == 0 ? static_cast<std::int16_t>(word) : static_cast<std::int32_t>(word) >> 16;
  }
#endif
};

}  // namespace armv7em

/// avg_pool of signed 8-bit codes of any format.
struct avg_pool_s8_s8_sxtab16 : kernel_base {
  using op = ops::avg_pool;
  static constexpr const char* name = "avg_pool_s8_s8_sxtab16";

  template <class C>
  static constexpr bool accepts = averages_bytes<C, 4>();
  template <class C>
  static constexpr bool reads_rows = C::attributes.at(C::inputs()).kh <= cortex_m::most_rows_apart;
  template <class C>
  static constexpr auto pack() {
    return cortex_m::make_window_shape(C::attributes.at(C::inputs()), 0);
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    constexpr limits<std::int8_t> l = output_limits<C>();
    mean_rows<C::round, (l.low > -128 || l.high < 127)>(
        kernel_constants<avg_pool_s8_s8_sxtab16, C>(a), l, a.template rows<0>(),
        out_row<C>(a, rows.first), rows);
#else
    static_assert(sizeof(A) == 0, "avg_pool_s8_s8_sxtab16: compile with -mcpu=cortex-m4");
#endif
  }

  template <class C>
  static constexpr int takes_runs_of = avg_pool_generic::takes_runs_of<C>;
  /// The sums of each window so far.
  template <class C>
  struct state {
    armv7em::sums_of_four
        sums[C::template out<>::is.shape.w() * ceil_div(C::template out<>::is.shape.c(), 4)];
  };
  template <class C>
  static void begin(state<C>& s) {
    for (armv7em::sums_of_four& sum : s.sums) sum = {};
  }
  template <class C, class A>
  static void take([[maybe_unused]] const A& a, [[maybe_unused]] state<C>& s,
                   [[maybe_unused]] int first, [[maybe_unused]] int count) {
#if ETCH_HAS_DSP
    constexpr int row = C::template in<0>::row;
    const auto x = a.template in<0>();
    for (int h = first / row; h < (first + count) / row; ++h) {
      take_row(kernel_constants<avg_pool_s8_s8_sxtab16, C>(a), codes_in_row(x + h * row), h,
               s.sums);
    }
#endif
  }
  template <class C, class A>
  static void finish([[maybe_unused]] const A& a, [[maybe_unused]] const state<C>& s) {
#if ETCH_HAS_DSP
    constexpr limits<std::int8_t> l = output_limits<C>();
    end_windows<C::round, (l.low > -128 || l.high < 127)>(
        kernel_constants<avg_pool_s8_s8_sxtab16, C>(a), l, s.sums, out_row<C>(a, 0));
#endif
  }

#if ETCH_HAS_DSP
 private:
  /// Calls f(c) for fours of channels; the last overlap those before: what both write is the same.
  template <class F>
  ETCH_GLUE static void for_each_four(int channels, const F& f) {
    for (int next = 0; next < channels; next += 4) f(minimum(next, channels - 4));
  }
  /// The codes of four means.
  template <rounding R, bool Limited>
  ETCH_GLUE static void write_means(std::int8_t* y, const armv7em::sums_of_four& sum, int cells,
                                    const limits<std::int8_t>& l) {
    unroll<4>([&]<int I>() __attribute__((always_inline)) {
      std::int32_t mean = armv7em::mean_of_codes<R>(sum.template of<I>(), cells);
      if constexpr (Limited) mean = clamp<std::int32_t>(mean, l.low, l.high);
      y[I] = static_cast<std::int8_t>(mean);
    });
  }
  template <rounding R, bool Limited, class Rows>
  ETCH_KERNEL static void mean_rows(const cortex_m::window_shape& p, limits<std::int8_t> l,
                                    Rows x,          // (N H, W C)
                                    std::int8_t* y,  // the first row of (N OH, OW C)
                                    row_block rows) {
    const int column = p.dilation_w * p.c, row = p.dilation_h * cortex_m::distance_of_rows(x);
    cortex_m::for_each_window_of_rows(
        p, x, y, rows,
        [&](auto* to, auto from, cell_run u, cell_run v) __attribute__((always_inline)) {
          for_each_four(p.c, [&](int c) __attribute__((always_inline)) {
            const armv7em::sums_of_four sum(from + c, u.count, v.count, column, row);
            write_means<R, Limited>(to + c, sum, u.count * v.count, l);
          });
        });
  }
  /// Adds row h of the input to the sums of windows that have all rows.
  ETCH_KERNEL static void take_row(const cortex_m::window_shape& p,
                                   const std::int8_t* x,  // (W,C)
                                   int h, armv7em::sums_of_four* sums) {
    const int u = h + p.pad_top;
    if (u % p.dilation_h != 0 || u / p.dilation_h >= p.kh) return;
    for (int j = 0, left = -p.pad_left; j < p.ow; ++j, left += p.stride_w) {
      const cell_run v = count_cells_inside(left, p.kw, p.dilation_w, p.w);
      const std::int8_t* const from = x + (left + v.first * p.dilation_w) * p.c;
      for_each_four(p.c, [&](int c) __attribute__((always_inline)) {
        armv7em::sums_of_four sum = *sums;
        sum.add(from + c, 1, v.count, p.dilation_w * p.c, 0);
        *sums++ = sum;
      });
    }
  }
  template <rounding R, bool Limited>
  ETCH_KERNEL static void end_windows(const cortex_m::window_shape& p, limits<std::int8_t> l,
                                      const armv7em::sums_of_four* sums,
                                      std::int8_t* y) {  // (OW,C)
    const int rows = count_cells_inside(-p.pad_top, p.kh, p.dilation_h, p.h).count;
    for (int j = 0, left = -p.pad_left; j < p.ow; ++j, left += p.stride_w, y += p.c) {
      const int cells = rows * count_cells_inside(left, p.kw, p.dilation_w, p.w).count;
      for_each_four(p.c, [&](int c) __attribute__((always_inline)) {
        write_means<R, Limited>(y + c, *sums++, cells, l);
      });
    }
  }
#endif
};

}  // namespace ETCH_NAMESPACE
