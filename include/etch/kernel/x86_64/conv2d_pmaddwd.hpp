// What the conv2d kernels by PMADDWD share: they differ in the codes that they take.
#pragma once

#include <etch/kernel/x86_64/pmaddwd_rows.hpp>
#include <etch/op/conv2d.hpp>

namespace etch::inline ETCH_ABI {
namespace x86 {

/// Base of the conv2d kernel K on codes of a kind.
template <class K, codes Kind>
struct conv2d_rows {
  using op = ops::conv2d;

  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (multiplies<C, Kind>()) return geometry_of<C>.groups == 1;
    else return false;
  }();
  template <class C>
  static constexpr int scratch = ring<geometry_of<C>>::bytes;
  template <class C>
  static constexpr auto pack() {
    return pack_pairs<C, geometry_of<C>>();
  }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    run_pairs<K, C, geometry_of<C>>(a, rows);
  }
};

}  // namespace x86
}  // namespace etch::inline ETCH_ABI
