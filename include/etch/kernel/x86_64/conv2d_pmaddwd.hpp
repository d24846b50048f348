// What the conv2d kernels by PMADDWD share: they differ in the codes that they take.
#pragma once

#include <etch/kernel/x86_64/dots.hpp>
#include <etch/op/conv2d.hpp>

namespace etch::inline ETCH_ABI {
namespace x86 {

/// Base of the conv2d kernel K on codes of a kind.
template <class K, codes Kind>
struct conv2d_rows {
  using op = ops::conv2d;

  template <class C>
  static constexpr bool accepts =
      multiplies<C, Kind> && C::attributes.groups == 1 &&
      (C::template in<1>::span <= C::template in<1>::is.shape.d[0] * longest_patch ||
       (C::template in<1>::is.shape.d[1] == 1 && C::template in<1>::is.shape.d[2] == 1));
  template <class C>
  static constexpr int scratch = 0;
  template <class C>
  static constexpr auto pack() {
    return pack_weighted<C, C::template in<1>::is.shape.n()>();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_X86
    make_rows<C::attributes.at(C::inputs()), finish_rule_of<K, C>>(
        a.template out<0>(), a.template in<0>(), C::template in<0>::is.number.zero, packed<K, C>,
        rows);
#else
    static_assert(sizeof(A) == 0, "kernels by PMADDWD: compile for x86-64");
#endif
  }
};

}  // namespace x86
}  // namespace etch::inline ETCH_ABI
