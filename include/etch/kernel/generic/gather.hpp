#pragma once

#include <etch/kernel/layer/strided_copy.hpp>
#include <etch/op/gather.hpp>

namespace ETCH_NAMESPACE {

/// gather in any format and layout.
struct gather_generic : kernel_base {
  using op = ops::gather;
  static constexpr const char* name = "gather_generic";

  // In logical order y is a row of runs, each a part of x.
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using index = typename C::template in<1>;
    using out = typename C::template out<>;
    constexpr extents x = in::is.shape;
    constexpr int along = C::attributes.along(x), length = stride_of(x, along);
    constexpr int parts = index::is.shape.size();
    const int first = rows.first * out::row, last = first + rows.count * out::row;
    for (int k = first; k < last;) {
      const int run = k / length, place = cursor_of<index>(run % parts).offset();
      const auto part =
          static_cast<int>(clamp<std::int32_t>(a.template in<1>()[place], 0, x.d[along] - 1));
      const int count = minimum((run + 1) * length, last) - k;
      copy_elements(a.template out<0>(), cursor_of<out>(k), a.template in<0>(),
                    cursor_of<in>((run / parts * x.d[along] + part) * length + k % length), count);
      k += count;
    }
  }
};

}  // namespace ETCH_NAMESPACE
