// conv2d by tiles of pixels x filters.
#pragma once

#include <etch/kernel/aarch64/product_rows.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// conv2d by tiles T. Tiles of 8 filters take any number of them, others whole tiles.
template <tile_shape T>
struct conv2d_tiles : row_tiles<conv2d_tiles<T>> {
  static constexpr bool takes(const byte_layer& l) {
    if (!neon::takes_epilogue(l) || l.by_channel || !has_rows(l.g, T)) return false;
    if (T.by == multiply::smmla && !suits_smmla(l.g)) return false;
    return T.quads == 2 || l.g.oc / l.g.groups % (4 * T.quads) == 0;
  }
  static constexpr tile_shape tile(const window_geometry&) { return T; }
};

}  // namespace products
}  // namespace ETCH_NAMESPACE
