// What the conv2d kernels by tiles share: they differ in the tile.
#pragma once

#include <etch/kernel/aarch64/product_rows.hpp>
#include <etch/op/conv2d.hpp>

namespace etch::inline ETCH_ABI {
namespace products {

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

/// Whether SMMLA suits call C, a conv2d.
template <class C>
constexpr bool suits_smmla() {
  constexpr window_geometry g = C::attributes.at(C::inputs());
  return suits_smmla(g);
}

/// Base of kernel K on codes of a kind, made by tiles T.
template <class K, codes Kind, tile_shape T>
struct conv2d_rows {
  using op = ops::conv2d;

  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool runs = is_plain_conv2d<C, Kind>();
  template <class C>
  static constexpr int scratch = row_form<geometry_of<C>, T>::scratch;
  template <class C>
  static constexpr auto pack() {
    return pack_rows<C, geometry_of<C>, T>();
  }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    run_rows<K, C, geometry_of<C>, T>(a, rows);
  }
};

}  // namespace products
}  // namespace etch::inline ETCH_ABI
