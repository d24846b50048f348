// What the conv2d kernels by PMADDWD share: they differ in the codes that they take.
#pragma once

#include <etch/kernel/x86_64/dots.hpp>
#include <etch/op/conv2d.hpp>

namespace etch::inline ETCH_ABI {
namespace x86 {

/// Whether filters of shape `w` have no groups and patches that are short enough.
constexpr bool takes_windows(const ops::conv2d& c, const extents& w) {
  const int cells = w.d[1] * w.d[2];
  return c.groups == 1 && (cells == 1 || cells * w.d[3] <= longest_patch);
}

/// Base of the conv2d kernel K on codes of a kind.
template <class K, codes Kind>
struct conv2d_rows : kernel_base {
  using op = ops::conv2d;

  template <class C>
  static constexpr bool accepts =
      multiplies<C, Kind> && takes_windows(C::attributes, C::template in<1>::is.shape);
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
