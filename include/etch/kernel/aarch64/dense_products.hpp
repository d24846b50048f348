// What the dense kernels by tiles share: they differ in the codes that they take and the
// instruction.
#pragma once

#include <etch/kernel/aarch64/product_rows.hpp>
#include <etch/op/dense.hpp>

namespace etch::inline ETCH_ABI {
namespace products {

/// A dense layer as a convolution of one row of B pixels by windows of one cell, and its tile.
template <class C, multiply By>
struct dense_form {
  static constexpr extents weights = C::template in<1>::is.shape;
  static constexpr int filters = weights.d[0];
  static constexpr int batch = C::template out<>::is.shape.size() / filters;
  static constexpr window_geometry window{
      .w = batch, .c = weights.d[1], .ow = batch, .oc = filters};
  static constexpr int pixels = batch == 1 ? 1 : 4;
  // One pixel leaves registers for 64 filters: as few groups as that allows, of equal size.
  static constexpr int all_quads = ceil_div(filters, 4);
  static constexpr int quads = batch == 1 ? ceil_div(all_quads, ceil_div(all_quads, 16)) : 4;
  static constexpr tile_shape shape{By, pixels, quads};
  static constexpr int scratch = row_form<window, shape>::scratch;
};

/// Whether SMMLA suits call C, a dense.
template <class C>
constexpr bool dense_suits_smmla() {
  return suits_smmla(dense_form<C, multiply::smmla>::window);
}

/// Base of kernel K on codes of a kind.
template <class K, codes Kind, multiply By>
struct dense_rows {
  using op = ops::dense;

  template <class C>
  static constexpr bool runs = multiplies<C, Kind>();
  template <class C>
  static constexpr int scratch = dense_form<C, By>::scratch;
  template <class C>
  static constexpr auto pack() {
    using form = dense_form<C, By>;
    return pack_rows<C, form::window, form::shape>();
  }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    using form = dense_form<C, By>;
    run_rows<K, C, form::window, form::shape>(a, rows);
  }
};

}  // namespace products
}  // namespace etch::inline ETCH_ABI
