// max_pool of bytes or halfwords, the channels of three or four cells of a window at a time:
// without scratch memory, and over rows that may lie apart.
#pragma once

#include <etch/kernel/cortex_m/gather.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/op/max_pool.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// The windows of a pool, in bytes, and which pixels of a row have theirs between its borders.
struct pool_shape : window_shape {
  int first_whole, whole;
};
constexpr pool_shape make_pool_shape(const window_geometry& g) {
  return {make_window_shape(g, 0), ceil_div(g.pad_left, g.stride_w), inner_pixels(g)};
}

#if ETCH_HAS_M_PROFILE

/// Cells of a window, one row after the other, and the last again and again.
template <class X>
class cells_in_turn {
 public:
  /// Rows x columns cells from `from` on, `column` and `row` bytes apart; `row` counts from the
  /// begin of a row. X is a pointer or a row_list.
  ETCH_GLUE cells_in_turn(X from, int rows, int columns, int column, int row)
      : from_(from),
        cell_(first_row(from)),
        rows_(rows),
        left_(columns),
        columns_(columns),
        column_(column),
        row_(row) {}
  ETCH_GLUE bool ends() const { return ends_; }
  ETCH_GLUE const std::int8_t* next() {
    const std::int8_t* const cell = cell_;
    if (--left_ > 0) {
      cell_ += column_;
    } else if (--rows_ > 0) {
      to_next_row(from_, row_);
      cell_ = first_row(from_);
      left_ = columns_;
    } else {
      ends_ = true;
    }
    return cell;
  }

 private:
  X from_;
  const std::int8_t* cell_;
  int rows_, left_, columns_, column_, row_;
  bool ends_ = false;
};

/// y = the largest of each channel of the cells of windows whose first cells lie `gap` bytes behind
/// each other: of `pixels` pixels of `bytes` bytes.
template <class Words, class X>
ETCH_KERNEL void find_largest(std::int8_t* y, cells_in_turn<X> cells, int gap, int pixels,
                              int bytes) {
  if (gap == 0) {
    bytes *= pixels;
    pixels = 1;
  }
  const std::int8_t* x[Words::at_once];
  x[0] = cells.next();
  int first_gap = gap;
  do {
    unroll<Words::at_once - 1>([&]<int I>()
                                   __attribute__((always_inline)) { x[I + 1] = cells.next(); });
    std::int8_t* to = y;
    for (int n = pixels; n > 0; --n) {
      Words::largest(to, x, bytes);
      x[0] += first_gap;
      unroll<Words::at_once - 1>([&]<int I>() __attribute__((always_inline)) { x[I + 1] += gap; });
    }
    x[0] = y;
    first_gap = 0;
  } while (!cells.ends());
}

/// A row of pixels, whose windows have so many rows inside the value, from x on.
template <class Words, class X>
ETCH_KERNEL void find_largest_in_row(const pool_shape& p, std::int8_t* y, X x, int rows, int row) {
  const int column = p.dilation_w * p.c;
  for (int j = 0, left = -p.pad_left; j < p.ow;) {
    const bool is_whole = j == p.first_whole && p.whole > 0;
    const int pixels = is_whole ? p.whole : 1;
    cell_run v{0, p.kw};
    if (!is_whole) v = count_cells_inside(left, p.kw, p.dilation_w, p.w);
    const X from = x + (left + v.first * p.dilation_w) * p.c;
    find_largest<Words>(y, cells_in_turn<X>(from, rows, v.count, column, row),
                        (p.stride_w - 1) * p.c, pixels, p.c);
    j += pixels;
    left += pixels * p.stride_w;
    y += pixels * p.c;
  }
}

/// Brings `bytes` bytes of y between two codes.
template <class Words>
ETCH_KERNEL void limit_codes(std::int8_t* y, int bytes, limits<typename Words::code> l) {
  if constexpr (requires { Words::limit(y, bytes, l); }) {
    Words::limit(y, bytes, l);
  } else {
    const std::uint32_t low = repeated(l.low), high = repeated(l.high);
    for (int next = 0; next < bytes; next += 4) {
      // The last four overlap those before: what both write is the same.
      std::int8_t* const at = y + minimum(next, bytes - 4);
      Words::store(at, Words::minimum(Words::maximum(Words::load(at), low), high));
    }
  }
}

#endif

/// What max_pool of runs of codes that Words compares has, window by window or columns first.
template <class Words>
struct largest_of_windows : kernel_base {
  using op = ops::max_pool;
  using code = typename Words::code;

  template <class C>
  static constexpr window_geometry geometry = C::attributes.at(C::inputs());
  /// The same where each byte of a code counts as a channel.
  template <class C>
  static constexpr window_geometry bytes = in_bytes(geometry<C>, sizeof(code));
  template <class C>
  static constexpr bool compares = C::attributes.least == 0 && compares_as<C, code>;
};

/// Base of the max_pool kernel K, whose runs of codes Words compares.
template <class K, class Words>
struct max_pool_of_words : largest_of_windows<Words> {
  template <class C>
  static constexpr bool accepts = max_pool_of_words::template compares<C> &&
                                  Words::takes(max_pool_of_words::template bytes<C>.c);
  template <class C>
  static constexpr bool reads_rows = max_pool_of_words::template geometry<C>.kh <= most_rows_apart;
  template <class C>
  static constexpr auto pack() {
    return make_pool_shape(max_pool_of_words::template bytes<C>);
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (Words::is_available) {
      pool_rows(kernel_constants<K, C>(a), in_codes<typename Words::code>(output_limits<C>()),
                in_bytes(a.template rows<0>()), as_bytes(out_row<C>(a, rows.first)), rows);
    } else {
      static_assert(sizeof(A) == 0, "max_pool of words: compile with the -mcpu of the target");
    }
  }

 private:
  template <class Rows>
  ETCH_KERNEL static void pool_rows(const pool_shape& p, limits<typename Words::code> l,
                                    Rows x,          // (N H, W C)
                                    std::int8_t* y,  // the first row of (N OH, OW C)
                                    row_block rows) {
    const int row = p.dilation_h * distance_of_rows(x), bytes = p.ow * p.c;
    for_each_row_of_windows(p, x, rows, [&](auto from, cell_run u) __attribute__((always_inline)) {
      find_largest_in_row<Words>(p, y, from, u.count, row);
      y += bytes;
    });
    if (are_limits(l)) limit_codes<Words>(y - rows.count * bytes, rows.count * bytes, l);
  }
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
