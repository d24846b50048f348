#pragma once

#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/concat.hpp>

namespace ETCH_NAMESPACE {

/// concat in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: 2 to 16 values. Writes: y.
struct concat_generic : kernel_base {
  using op = ops::concat;
  static constexpr const char* name = "concat_generic";

  // In logical order y is a row of equal blocks, each of which holds a piece of every value.
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using out = typename C::template out<>;
    constexpr extents y = out::is.shape;
    constexpr int inner = below(y, C::attributes.along(C::inputs()));
    constexpr int block = inner * y.d[C::attributes.along(C::inputs())];
    const int first = rows.first * y.w() * y.c(), last = first + rows.count * y.w() * y.c();
    for_each_index<C::input_count>([&]<int I>() {
      using in = typename C::template in<I>;
      constexpr int piece = inner * in::is.shape.d[C::attributes.along(C::inputs())];
      constexpr int start = inner * C::attributes.start(C::inputs(), I);
      for (int b = first / block; b * block + start < last; ++b) {
        const int from = maximum(b * block + start, first);
        const int count = minimum(b * block + start + piece, last) - from;
        if (count <= 0) continue;
        copy_elements(a.template out<0>(), cursor_of<out>(from), a.template in<I>(),
                      cursor_of<in>(from - b * block - start + b * piece), count);
      }
    });
  }

 private:
  /// Elements of e for each index of dimension `axis`.
  static constexpr int below(const extents& e, int axis) {
    int size = 1;
    for (int i = axis + 1; i < e.rank; ++i) size *= e.d[i];
    return size;
  }
};

}  // namespace ETCH_NAMESPACE
