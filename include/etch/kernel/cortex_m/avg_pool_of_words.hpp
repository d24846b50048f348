// avg_pool of codes of 8 to 16 bits, a word of channels at a time: over rows that may lie apart,
// and of windows as tall as the value, which may arrive in rows.
#pragma once

#include <etch/kernel/cortex_m/means_of_words.hpp>
#include <etch/kernel/generic/avg_pool.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// Base of the avg_pool kernel K, which adds codes as Sums does.
template <class K, class Sums>
struct avg_pool_of_words : kernel_base {
  using op = ops::avg_pool;
  using code = typename Sums::code;

  template <class C>
  static constexpr window_geometry geometry = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool accepts = averages_codes<C, Sums::channels, code>() &&
                                  (Sums::lies_anywhere || geometry<C>.c % Sums::channels == 0);
  template <class C>
  static constexpr bool reads_rows = geometry<C>.kh <= most_rows_apart;
  template <class C>
  static constexpr auto pack() {
    return make_window_shape(in_bytes(geometry<C>, sizeof(code)), 0);
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (Sums::is_available) {
      constexpr limits<code> l = output_limits<C>();
      mean_rows<C::round, are_limits(l), geometry<C>.kh == 2 && geometry<C>.kw == 2>(
          kernel_constants<K, C>(a), l, in_bytes(a.template rows<0>()),
          as_bytes(out_row<C>(a, rows.first)), rows);
    } else {
      static_assert(sizeof(A) == 0, "avg_pool of words: compile with the -mcpu of the target");
    }
  }

  template <class C>
  static constexpr int takes_runs_of = avg_pool_generic::takes_runs_of<C>;
  /// The sums of each window so far.
  template <class C>
  struct state {
    Sums sums[geometry<C>.ow * ceil_div(geometry<C>.c, Sums::channels)];
  };
  template <class C>
  static void begin(state<C>& s) {
    for (Sums& sum : s.sums) sum = {};
  }
  template <class C, class A>
  static void take([[maybe_unused]] const A& a, [[maybe_unused]] state<C>& s,
                   [[maybe_unused]] int first, [[maybe_unused]] int count) {
    if constexpr (Sums::is_available) {
      constexpr int row = C::template in<0>::row;
      const auto x = a.template in<0>();
      for (int h = first / row; h < (first + count) / row; ++h) {
        take_row(kernel_constants<K, C>(a), as_bytes(codes_in_row(x + h * row)), h, s.sums);
      }
    }
  }
  template <class C, class A>
  static void finish([[maybe_unused]] const A& a, [[maybe_unused]] const state<C>& s) {
    if constexpr (Sums::is_available) {
      constexpr limits<code> l = output_limits<C>();
      end_windows<C::round, are_limits(l)>(kernel_constants<K, C>(a), l, s.sums,
                                           as_bytes(out_row<C>(a, 0)));
    }
  }

 private:
  /// Calls f(c) for words of channels; the last overlaps the one before: what both write is the
  /// same.
  template <class F>
  ETCH_GLUE static void for_each_word(int bytes, const F& f) {
    for (int next = 0; next < bytes; next += 4) f(minimum(next, bytes - 4));
  }
  /// The codes of a word of means.
  template <rounding R, bool Limited>
  ETCH_GLUE static void write_means(std::int8_t* y, const Sums& sums,
                                    const mean_of_codes<R, code>& mean_of, const limits<code>& l) {
    unroll<Sums::channels>([&]<int I>() __attribute__((always_inline)) {
      std::int32_t mean = mean_of(sums.template of<I>(mean_of.cells()));
      if constexpr (Limited) mean = clamp<std::int32_t>(mean, l.low, l.high);
      reinterpret_cast<code*>(y)[I] = static_cast<code>(mean);
    });
  }
  /// Fours: most windows have two rows of two cells.
  template <rounding R, bool Limited, bool Fours, class Rows>
  ETCH_KERNEL static void mean_rows(const window_shape& p, limits<code> l,
                                    Rows x,          // (N H, W C)
                                    std::int8_t* y,  // the first row of (N OH, OW C)
                                    row_block rows) {
    const int column = p.dilation_w * p.c, row = p.dilation_h * distance_of_rows(x);
    mean_of_codes<R, code> mean;
    for_each_window_of_rows(
        p, x, y, rows,
        [&](std::int8_t* to, auto from, cell_run u, cell_run v) __attribute__((always_inline)) {
          mean.over(u.count * v.count);
          const auto write = [&](const auto& add) __attribute__((always_inline)) {
            for_each_word(p.c, [&](int c) __attribute__((always_inline)) {
              Sums sums;
              add(sums, c);
              write_means<R, Limited>(to + c, sums, mean, l);
            });
          };
          if (Fours && u.count == 2 && v.count == 2) {
            const std::int8_t* const first = first_row(from);
            to_next_row(from, row);
            const std::int8_t* const second = first_row(from);
            write([&](Sums& sums, int c) __attribute__((always_inline)) {
              sums.add(first + c), sums.add(first + c + column);
              sums.add(second + c), sums.add(second + c + column);
            });
          } else {
            write([&](Sums& sums, int c) __attribute__((always_inline)) {
              add_cells(sums, from + c, u.count, v.count, column, row);
            });
          }
        });
  }
  /// Adds row h of the input to the sums of windows that have all rows.
  ETCH_KERNEL static void take_row(const window_shape& p,
                                   const std::int8_t* x,  // (W,C)
                                   int h, Sums* sums) {
    const int u = h + p.pad_top;
    if (u % p.dilation_h != 0 || u / p.dilation_h >= p.kh) return;
    for (int j = 0, left = -p.pad_left; j < p.ow; ++j, left += p.stride_w) {
      const cell_run v = count_cells_inside(left, p.kw, p.dilation_w, p.w);
      const std::int8_t* const from = x + (left + v.first * p.dilation_w) * p.c;
      for_each_word(p.c, [&](int c) __attribute__((always_inline)) {
        Sums all = *sums;
        add_cells(all, from + c, 1, v.count, p.dilation_w * p.c, 0);
        *sums++ = all;
      });
    }
  }
  template <rounding R, bool Limited>
  ETCH_KERNEL static void end_windows(const window_shape& p, limits<code> l, const Sums* sums,
                                      std::int8_t* y) {  // (OW,C)
    const int rows = count_cells_inside(-p.pad_top, p.kh, p.dilation_h, p.h).count;
    mean_of_codes<R, code> mean;
    for (int j = 0, left = -p.pad_left; j < p.ow; ++j, left += p.stride_w, y += p.c) {
      mean.over(rows * count_cells_inside(left, p.kw, p.dilation_w, p.w).count);
      for_each_word(p.c, [&](int c) __attribute__((always_inline)) {
        write_means<R, Limited>(y + c, *sums++, mean, l);
      });
    }
  }
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
