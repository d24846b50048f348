#pragma once

#include <etch/kernel/curve.hpp>
#include <etch/kernel/elements.hpp>
#include <etch/op/tanh.hpp>

namespace etch::inline ETCH_ABI {

/// tanh in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x. Writes: y of the same shape, which may be x.
struct tanh_generic : kernel_base {
  using op = ops::tanh;
  static constexpr const char* name = "tanh_generic";

  template <class C>
  static constexpr auto pack() {
    return make_curve<C, curve::tanh>();
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_rows<C>(a, rows, packed<tanh_generic, C>);
  }
};

}  // namespace etch::inline ETCH_ABI
