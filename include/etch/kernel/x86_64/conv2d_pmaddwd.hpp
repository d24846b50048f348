// What the conv2d kernels by PMADDWD share: they differ in the codes that they take.
#pragma once

#include <etch/kernel/x86_64/dots.hpp>
#include <etch/op/conv2d.hpp>

namespace etch::inline ETCH_ABI {
namespace x86 {

/// Whether conv2d by PMADDWD takes call C on codes of a kind.
template <class C, codes Kind>
constexpr bool takes_windows() {
  if constexpr (multiplies<C, Kind>()) {
    constexpr window_geometry g = C::attributes.at(C::inputs());
    return g.groups == 1 && (is_pointwise(g) || g.kh * g.kw * g.c <= longest_patch);
  } else {
    return false;
  }
}

/// Base of the conv2d kernel K on codes of a kind.
template <class K, codes Kind>
struct conv2d_rows {
  using op = ops::conv2d;

  template <class C>
  static constexpr bool accepts = takes_windows<C, Kind>();
  template <class C>
  static constexpr int scratch = 0;
  template <class C>
  static constexpr auto pack() {
    return pack_weighted<C, C::template in<1>::is.shape.n()>();
  }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    run_dots<K, C, C::attributes.at(C::inputs())>(a, rows);
  }
};

}  // namespace x86
}  // namespace etch::inline ETCH_ABI
