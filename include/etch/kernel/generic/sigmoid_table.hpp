#pragma once

#include <etch/kernel/curve.hpp>
#include <etch/kernel/elements.hpp>
#include <etch/op/sigmoid.hpp>

namespace etch::inline ETCH_ABI {

/// sigmoid of codes of 8 bits by a table of all 256 results, made at compile time.
///
/// Needs: an integer format of 8 bits. Reads: x. Writes: y of the same shape, which may be x.
struct sigmoid_table : kernel_base {
  using op = ops::sigmoid;
  static constexpr const char* name = "sigmoid_table";

  template <class C>
  static constexpr bool accepts = C::template in<0>::is.number.bits == 8;
  template <class C>
  static constexpr auto pack() {
    return tabulate<C>(make_curve<C, curve::sigmoid>());
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_rows<C>(a, rows, packed<sigmoid_table, C>);
  }
};

}  // namespace etch::inline ETCH_ABI
