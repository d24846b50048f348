// depthwise_conv2d of 8-bit codes of any window, 8 channels at a time: input rows are copied with
// their padding, so that all windows are whole. A kernel brings Windows, with
//   using form;                          of a copied row: inside, end, tall, pitch, border
//   copy(to, from, x_zero);              an input row
//   write(y, row, p, block, c);          8 channels of an output row
#pragma once

#include <etch/kernel/aarch64/channel_constants.hpp>
#include <etch/kernel/aarch64/product_rows.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

/// Copied rows of g: a ring of those of a window, then one of padding.
template <window_geometry G>
struct channel_form : products::row_form<G, products::tile_shape{products::multiply::smull, 4, 2}> {
  using rows = products::row_form<G, products::tile_shape{products::multiply::smull, 4, 2}>;
  static constexpr int border = rows::tall * rows::pitch, scratch = border + rows::pitch;
};

#if ETCH_HAS_NEON

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, class Windows, class P>
ETCH_KERNEL void copied_channels(std::int8_t* y,        // (N,OH,OW,C)
                                 const std::int8_t* x,  // (N,H,W,C)
                                 std::int8_t* scratch,  // ring (KH, pitch), border (pitch)
                                 std::int8_t x_zero, const P& p, row_block rows) {
  using form = typename Windows::form;
  std::int8_t* const border = scratch + form::border;
  products::pad_bytes<form::pitch>(border, x_zero);
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
    const std::int8_t* const image = x + n * G.h * G.w * G.c;
    auto in = products::bring_rows<form, G>(
        scratch, i, [&](std::int8_t* to, int h) __attribute__((always_inline)) {
          Windows::copy(to, image + h * G.w * G.c, x_zero);
        });
    for (int u = 0; u < G.kh; ++u) {
      if (u < in.inside.first || u >= in.inside.last) in.at[u] = border;
    }
    std::int8_t* const to = y + r * G.ow * G.c;
    for (int block = 0; block < ceil_div(G.c, 8); ++block) {
      const int c = minimum(8 * block, G.c - 8);  // the last block overlaps the one before
      Windows::write(to + c, in.at, p, block, c);
    }
  }
}

#endif

}  // namespace neon
}  // namespace ETCH_NAMESPACE
