// What the dense kernels by PMADDWD share: they differ in the codes that they take.
#pragma once

#include <etch/kernel/x86_64/dots.hpp>
#include <etch/op/dense.hpp>

namespace etch::inline ETCH_ABI {
namespace x86 {

/// A dense layer as a convolution of one row of B pixels by windows of one cell.
template <class C>
constexpr window_geometry dense_window() {
  constexpr extents w = C::template in<1>::is.shape;
  constexpr int batch = C::template out<>::is.shape.size() / w.d[0];
  return {.w = batch, .c = w.d[1], .ow = batch, .oc = w.d[0]};
}

/// Base of the dense kernel K on codes of a kind.
template <class K, codes Kind>
struct dense_rows : kernel_base {
  using op = ops::dense;

  template <class C>
  static constexpr bool accepts = multiplies<C, Kind>;
  template <class C>
  static constexpr auto pack() {
    return pack_weighted<C, C::template in<1>::is.shape.d[0]>();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, row_block rows) {
    if (rows.count == 0) return;  // the whole output is one row
#if ETCH_HAS_X86
    make_rows<dense_window<C>(), finish_rule_of<K, C>>(a.template out<0>(), a.template in<0>(),
                                                       C::template in<0>::is.number.zero,
                                                       packed<K, C>, {0, 1});
#else
    static_assert(sizeof(A) == 0, "kernels by PMADDWD: compile for x86-64");
#endif
  }
};

}  // namespace x86
}  // namespace etch::inline ETCH_ABI
