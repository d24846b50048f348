#pragma once

#include <etch/kernel/layer/strided_copy.hpp>
#include <etch/op/concat.hpp>

namespace ETCH_NAMESPACE {

/// concat in any format and layout.
struct concat_generic : kernel_base {
  using op = ops::concat;
  static constexpr const char* name = "concat_generic";

  // In logical order y is a row of equal blocks, each of which holds a piece of every value.
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using out = typename C::template out<>;
    constexpr extents y = out::is.shape;
    constexpr int axis = C::attributes.along(C::inputs());
    constexpr int inner = stride_of(y, axis), block = inner * y.d[axis];
    const int first = rows.first * out::row, last = first + rows.count * out::row;
    for_each_index<C::input_count>([&]<int I>() {
      using in = typename C::template in<I>;
      constexpr int piece = inner * in::is.shape.d[C::attributes.along(C::inputs())];
      constexpr int start = inner * C::attributes.start(C::inputs(), I);
      if constexpr (out::row % block == 0 && go_in_steps<cursor_of<out>, cursor_of<in>> &&
                    requires {
                      copy_pieces<piece>(a.template out<0>(), 0, a.template in<I>(), 0);
                    }) {
        if (!__builtin_is_constant_evaluated()) {
          copy_pieces<piece>(a.template out<0>() + first + start, block,
                             a.template in<I>() + first / block * piece, (last - first) / block);
          return;
        }
      }
      for (int b = first / block; b * block + start < last; ++b) {
        const int from = maximum(b * block + start, first);
        const int count = minimum(b * block + start + piece, last) - from;
        if (count <= 0) continue;
        copy_elements(a.template out<0>(), cursor_of<out>(from), a.template in<I>(),
                      cursor_of<in>(from - b * block - start + b * piece), count);
      }
    });
  }
};

}  // namespace ETCH_NAMESPACE
