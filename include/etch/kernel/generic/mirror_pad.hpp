#pragma once

#include <etch/kernel/layer/strided_copy.hpp>
#include <etch/op/mirror_pad.hpp>

namespace ETCH_NAMESPACE {

/// mirror_pad in any format and layout.
struct mirror_pad_generic : kernel_base {
  using op = ops::mirror_pad;
  static constexpr const char* name = "mirror_pad_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    constexpr int row = C::template out<>::row;
    mirrored<C>(a.template out<0>(), a.template in<0>(), rows.first * row, rows.count * row);
  }

 private:
  template <class C, class Y, class X>
  ETCH_KERNEL static constexpr void mirrored(Y y, X x, int first, int count) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    cursor_of<out> at(first);
    for (int k = first; k < first + count; ++k, at.next()) {
      int from = 0, stride = 1, rest = k;
      for_each_index<out::is.shape.rank>([&]<int I>() {
        constexpr int d = out::is.shape.rank - 1 - I, size = in::is.shape.d[d];
        constexpr int border = C::attributes.before[d];
        constexpr bool repeats = C::attributes.repeats_ends != 0;
        from += op::source(rest % out::is.shape.d[d], border, size, repeats) * stride;
        rest /= out::is.shape.d[d];
        stride *= size;
      });
      y[at.offset()] = x[cursor_of<in>(from).offset()];
    }
  }
};

}  // namespace ETCH_NAMESPACE
