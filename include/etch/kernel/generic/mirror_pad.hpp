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
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    mirrored<cursor_of<in>, cursor_of<out>>(a.template out<0>(), a.template in<0>(), C::attributes,
                                            in::is.shape, out::is.shape, rows.first * out::row,
                                            rows.count * out::row);
  }

 private:
  template <class CursorX, class CursorY, class Y, class X>
  ETCH_KERNEL static constexpr void mirrored(Y y, X x, const ops::mirror_pad& pad,
                                             const extents& of, const extents& to, int first,
                                             int count) {
    CursorY at(first);
    for (int k = first; k < first + count; ++k, at.next()) {
      int from = 0, stride = 1, rest = k;
      for (int i = to.rank - 1; i >= 0; --i) {
        from += pad.source(i, of.d[i], rest % to.d[i]) * stride;
        rest /= to.d[i];
        stride *= of.d[i];
      }
      y[at.offset()] = x[CursorX(from).offset()];
    }
  }
};

}  // namespace ETCH_NAMESPACE
