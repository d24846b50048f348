#pragma once

#include <etch/kernel/arithmetic/fastgrnn_cell.hpp>
#include <etch/kernel/layer/recurrent_loops.hpp>
#include <etch/op/rnn_pool.hpp>

namespace ETCH_NAMESPACE {

/// rnn_pool by Products.
template <class Products>
struct layer_by_rows<ops::rnn_pool, Products> {
  using op = ops::rnn_pool;
  /// What it indexes may stand for rows that lie apart.
  static constexpr bool reads_rows = true;

  template <class C>
  static constexpr auto pack() {
    constexpr op a = C::attributes;
    return cells<C>{first_cell<C>{a.zeta(0), a.nu(0)}, second_cell<C>{a.zeta(1), a.nu(1)}};
  }
  template <class C, class A, class P>
  static constexpr void run(const A& a, row_block rows, const P& p) {
    using out = typename C::template out<>;
    constexpr extents x = C::template in<0>::is.shape, y = out::is.shape;
    constexpr int step = C::attributes.stride;
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int top = r / y.h() * x.h() + r % y.h() * step;
      typename out::storage columns[C::attributes.size * inner<C>];
      for (int w = 0; w < y.w(); ++w) {
        window<C>(a.template out<0>() + (r * y.w() + w) * y.c(), a.template in<0>(),
                  top * x.w() + w * step, columns, w == 0 ? 0 : shared<C>, p);
      }
    }
  }

 private:
  /// Units of the first cell, and columns that a window shares with the next one in its row.
  template <class C>
  static constexpr int inner = C::template in<op::cell(0).bias_of_gate>::span;
  template <class C>
  static constexpr int shared = maximum(C::attributes.size - C::attributes.stride, 0);
  template <class C>
  using first_cell =
      fastgrnn_cell<Products, C, typename C::template in<0>, typename C::template out<>,
                    op::cell(0), C::attributes.gate_bits, 0>;
  template <class C>
  using second_cell =
      fastgrnn_cell<Products, C, typename C::template out<>, typename C::template out<>,
                    op::cell(1), C::attributes.gate_bits, 0>;
  template <class C>
  struct cells {
    using tables = typename first_cell<C>::tables;
    first_cell<C> first;
    second_cell<C> second;
  };

  /// The state of a cell after `count` values, the first at code `from` of x and each `stride`
  /// codes behind the one before it.
  template <class C, int Units, class Cell, class Y, class X>
  static constexpr void read(Y* y, const Cell& cell, X x, int from, int count, int stride) {
    Y next[Units];
    for (int j = 0; j < Units; ++j) y[j] = real_zero<typename C::template out<>>();
    for (int i = 0; i < count; ++i) {
      cell.step(next, &x[from + i * stride], y);
      for (int j = 0; j < Units; ++j) y[j] = next[j];
    }
  }
  /// The window whose first pixel is `first`. `columns` has the states of the columns of the window
  /// before it, whose last ones, `known` of them, are the first ones here.
  template <class C, class Y, class X, class P>
  ETCH_KERNEL static constexpr void window(
      Y y,  // (4 U)
      X x,  // (N,H,W,C)
      int first,
      typename C::template out<>::storage* columns,  // (size,I)
      int known, const P& p) {
    using storage = typename C::template out<>::storage;
    constexpr int size = C::attributes.size;
    constexpr extents e = C::template in<0>::is.shape;
    constexpr int units = C::template out<>::is.shape.c() / 4;
    constexpr int along[2]{e.c(), e.w() * e.c()};  // a row, a column
    constexpr int width = inner<C>;
    storage rows[size * width], state[units];
    for (int i = 0; i < known * width; ++i) columns[i] = columns[(size - known) * width + i];
    for (int d = 0; d < 2; ++d) {
      storage* const states = d == 0 ? rows : columns;
      for (int i = d == 0 ? 0 : known; i < size; ++i) {
        read<C, width>(&states[i * width], p.first, x, first * e.c() + i * along[1 - d], size,
                       along[d]);
      }
      for (int back = 0; back < 2; ++back) {
        read<C, units>(&state[0], p.second, states, back != 0 ? (size - 1) * width : 0, size,
                       back != 0 ? -width : width);
        for (int j = 0; j < units; ++j) y[(2 * d + back) * units + j] = state[j];
      }
    }
  }
};

/// rnn_pool in every format that it has.
struct rnn_pool_generic : kernel_by_rows<plain_products, void> {
  using op = ops::rnn_pool;
  static constexpr const char* name = "rnn_pool_generic";
};

}  // namespace ETCH_NAMESPACE
