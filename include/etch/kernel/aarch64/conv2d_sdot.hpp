// What the conv2d kernels by SDOT share: they differ in the shape of the tile.
#pragma once

#include <etch/kernel/aarch64/sdot_rows.hpp>
#include <etch/op/conv2d.hpp>

namespace etch::inline ETCH_ABI {
namespace sdot {

/// conv2d of call C, without groups or dilation, on codes of the kind.
template <class C, codes Kind>
constexpr bool is_plain_conv2d() {
  if constexpr (!multiplies<C, Kind>()) {
    return false;
  } else {
    constexpr window_geometry g = C::attributes.at(C::inputs());
    return g.groups == 1 && (g.dilation_h == 1 || g.kh == 1) && (g.dilation_w == 1 || g.kw == 1);
  }
}

/// Base of kernel K on codes of a kind, whose tile is Pixels pixels x 4 Quads filters.
template <class K, codes Kind, int Pixels, int Quads>
struct conv2d_rows {
  using op = ops::conv2d;

  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool runs = is_plain_conv2d<C, Kind>();
  template <class C>
  static constexpr int scratch = row_form<geometry_of<C>, Pixels, Quads>::scratch;
  template <class C>
  static constexpr auto pack() {
    return pack_rows<C, geometry_of<C>, Pixels, Quads>();
  }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    run_rows<K, C, geometry_of<C>, Pixels, Quads>(a, rows);
  }
};

}  // namespace sdot
}  // namespace etch::inline ETCH_ABI
