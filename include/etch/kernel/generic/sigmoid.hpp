#pragma once

#include <etch/kernel/curve.hpp>
#include <etch/kernel/elements.hpp>
#include <etch/op/sigmoid.hpp>

namespace etch::inline ETCH_ABI {

/// sigmoid in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x. Writes: y of the same shape, which may be x.
struct sigmoid_generic : kernel_base {
  using op = ops::sigmoid;
  static constexpr const char* name = "sigmoid_generic";

  template <class C>
  static constexpr auto pack() {
    return make_curve<C, curve::sigmoid>();
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_rows<C>(a, rows, packed<sigmoid_generic, C>);
  }
};

}  // namespace etch::inline ETCH_ABI
