#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/arithmetic/sum_of_two.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/cumsum.hpp>

namespace ETCH_NAMESPACE {

/// cumsum in any format and layout.
struct cumsum_generic : kernel_base {
  using op = ops::cumsum;
  static constexpr const char* name = "cumsum_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    constexpr int row = C::template out<>::row;
    sums<C>(a.template out<0>(), a.template in<0>(), rows.first * row, rows.count * row);
  }

 private:
  template <class V>
  static constexpr auto make_sum() {
    constexpr format f = V::is.number;
    if constexpr (is_real(f)) {
      return real_pair<V, V, V, rounding::half_even, real_sum<1>>{
          {V::kind::lowest(f), V::kind::highest(f)}};
    } else {
      return integer_sum<typename V::storage>{
          f.zero,
          {static_cast<typename V::storage>(f.kind->lowest(f)),
           static_cast<typename V::storage>(f.kind->highest(f))}};
    }
  }
  template <class Code>
  struct integer_sum {
    std::int64_t zero;
    limits<Code> l;
    constexpr Code operator()(Code a, Code b) const {
      const std::int64_t sum = static_cast<std::int64_t>(a) + b - zero;
      return static_cast<Code>(clamp<std::int64_t>(sum, l.low, l.high));
    }
  };

  /// Elements of the dimensions behind an axis.
  static constexpr int elements_behind(const extents& e, int axis) {
    int all = 1;
    for (int k = axis + 1; k < e.rank; ++k) all *= e.d[k];
    return all;
  }

  /// Elements first .. first + count - 1 of y. Each is the one before it along the axis and an
  /// element of x; where that is of another row block, all sums before it are made anew.
  template <class C, class Y, class X>
  ETCH_KERNEL static constexpr void sums(Y y, X x, int first, int count) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr extents e = in::is.shape;
    constexpr int axis = C::attributes.axis_of(e.rank), size = e.d[axis];
    constexpr int stride = elements_behind(e, axis);
    constexpr bool reverse = C::attributes.reverse != 0, exclusive = C::attributes.exclusive != 0;
    constexpr auto add = make_sum<in>();
    const auto zero = static_cast<typename in::storage>(in::kind::encode(in::is.number, 0.0));
    const auto value = [&](int k) { return x[cursor_of<in>(k).offset()]; };
    constexpr int step = reverse ? -stride : stride;  // to the next element along the axis
    for (int i = 0; i < count; ++i) {
      const int k = reverse ? first + count - 1 - i : first + i, place = k / stride % size;
      const int behind = reverse ? size - 1 - place : place;  // elements of the axis before it
      typename in::storage sum = exclusive ? zero : value(k - behind * step);
      if (behind > 0) {
        const bool is_made = k - step >= first && k - step < first + count;
        const int from = is_made ? behind : 1;
        if (is_made) sum = y[cursor_of<out>(k - step).offset()];
        for (int j = from; j <= behind; ++j) {
          sum = add(sum, value(k - (behind - j + (exclusive ? 1 : 0)) * step));
        }
      }
      y[cursor_of<out>(k).offset()] = sum;
    }
  }
};

}  // namespace ETCH_NAMESPACE
