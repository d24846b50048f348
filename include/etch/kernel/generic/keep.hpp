#pragma once

#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/keep.hpp>

namespace ETCH_NAMESPACE {

/// keep in any format and layout. The states come first: y may lie where a next value does.
struct keep_generic : kernel_base {
  using op = ops::keep;
  static constexpr const char* name = "keep_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    if (rows.first == 0) {
      for_each_index<C::input_count / 2>([&]<int I>() {
        using next = typename C::template in<2 * I + 1>;
        copy_elements(a.template state<2 * I + 2>(), cursor_of<next>(0), a.template in<2 * I + 1>(),
                      cursor_of<next>(0), next::is.shape.size());
      });
    }
    const int first = rows.first * out::row;
    copy_elements(a.template out<0>(), cursor_of<out>(first), a.template in<0>(),
                  cursor_of<in>(first), rows.count * out::row);
  }
};

}  // namespace ETCH_NAMESPACE
