#pragma once

#include <etch/kernel/curve.hpp>
#include <etch/kernel/elements.hpp>
#include <etch/op/tanh.hpp>

namespace etch::inline ETCH_ABI {

/// tanh of codes of 8 bits by a table of all 256 results, made at compile time.
///
/// Needs: an integer format of 8 bits. Reads: x. Writes: y of the same shape, which may be x.
struct tanh_table : kernel_base {
  using op = ops::tanh;
  static constexpr const char* name = "tanh_table";

  template <class C>
  static constexpr bool accepts = C::template in<0>::is.number.bits == 8;
  template <class C>
  static constexpr auto pack() {
    return tabulate<C>(make_curve<C, curve::tanh>());
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_rows<C>(a, rows, packed<tanh_table, C>);
  }
};

}  // namespace etch::inline ETCH_ABI
