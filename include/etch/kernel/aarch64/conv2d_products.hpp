// conv2d by tiles of pixels x filters.
#pragma once

#include <etch/kernel/aarch64/product_rows.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// conv2d by tiles T. Tiles of 8 filters take any number of them, others whole tiles.
template <tile_shape T>
struct conv2d_tiles {
  static constexpr bool takes(const byte_layer& l) {
    if (!neon::takes_epilogue(l) || l.by_channel || !has_rows(l.g, T)) return false;
    if (T.by == multiply::smmla && !suits_smmla(l.g)) return false;
    return T.quads == 2 || l.g.oc / l.g.groups % (4 * T.quads) == 0;
  }
  template <class C>
  static constexpr int scratch = row_form<layer_of<C>.g, T>::scratch;
  template <class C>
  static constexpr auto pack() {
    return pack_rows<C, T>();
  }
  template <class C, const auto& Packed, class A>
  static void run(const A& a, row_block rows) {
    run_rows<C, T, Packed>(a, rows);
  }
};

}  // namespace products
}  // namespace ETCH_NAMESPACE
