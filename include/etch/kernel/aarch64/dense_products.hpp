// dense by tiles: a convolution of one row of B pixels by windows of one cell.
#pragma once

#include <etch/kernel/aarch64/product_rows.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// dense by instruction By.
template <multiply By>
struct dense_tiles : row_tiles<dense_tiles<By>> {
  static constexpr bool takes(const byte_layer& l) {
    if (!neon::takes_epilogue(l) || l.by_channel) return false;
    return By != multiply::smmla || suits_smmla(l.g);
  }
  /// One pixel leaves registers for 64 filters: as few groups as that allows, of equal size.
  static constexpr tile_shape tile(const window_geometry& g) {
    const int quads = ceil_div(g.oc, 4);
    if (g.ow == 1) return {By, 1, ceil_div(quads, ceil_div(quads, 16))};
    return {By, 4, 4};
  }
};

}  // namespace products
}  // namespace ETCH_NAMESPACE
