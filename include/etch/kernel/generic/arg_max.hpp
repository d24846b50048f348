#pragma once

#include <etch/kernel/layer/strided_copy.hpp>
#include <etch/op/arg_max.hpp>

namespace ETCH_NAMESPACE {

/// arg_max in any format and layout.
struct arg_max_generic : kernel_base {
  using op = ops::arg_max;
  static constexpr const char* name = "arg_max_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    constexpr extents x = in::is.shape;
    constexpr int along = C::attributes.along(x), row = C::template out<>::row;
    places<cursor_of<in>, typename in::storage>(a.template out<0>(), a.template in<0>(), x.d[along],
                                                stride_of(x, along), C::attributes.least != 0,
                                                rows.first * row, rows.count * row);
  }

 private:
  template <class CursorX, class T, class X>
  ETCH_KERNEL static constexpr void places(std::int32_t* y, X x, int size, int step, bool least,
                                           int first, int count) {
    for (int k = first; k < first + count; ++k) {
      const int begin = k / step * step * size + k % step;
      int best = 0;
      T most = x[CursorX(begin).offset()];
      for (int i = 1; i < size; ++i) {
        const T code = x[CursorX(begin + i * step).offset()];
        if (least ? !(code < most) : !(code > most)) continue;
        most = code;
        best = i;
      }
      y[k] = best;
    }
  }
};

}  // namespace ETCH_NAMESPACE
