// Shared by resize_nearest and resize_bilinear: the size of the output and which coordinates of the
// input it samples.
#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void resize_takes_and_makes_1_to_65536_rows_and_columns_of_three_or_four_dimensions(
    long /*rows or columns*/, long /*rank*/) {}
}  // namespace error

/// Attributes of resize_nearest and resize_bilinear.
struct resizing {
  int h = 0, w = 0;     ///< rows and columns of the output
  int align = 0;        ///< 1: corners map to corners (align_corners)
  int half_pixels = 0;  ///< 1: coordinates are centres of pixels (half_pixel_centers)

  /// x (H,W,C) or (N,H,W,C) with other H and W.
  constexpr inference infer(const operand& x) const {
    if (const diagnosis d = needs_format(x)) return {d};
    wide_int size = h;
    if (is_size(size)) size = w;
    if (is_size(size)) size = x.shape.h();
    if (is_size(size)) size = x.shape.w();
    if (!is_size(size) || x.shape.rank < 3 || x.shape.rank > 4) {
      return {{.refuse = error::
                   resize_takes_and_makes_1_to_65536_rows_and_columns_of_three_or_four_dimensions,
               .message =
                   "resize: takes and makes 1 to 65536 rows and columns, not {}, of three or "
                   "four dimensions, not {}",
               .have = size,
               .want = x.shape.rank}};
    }
    return {{}, {x.number, with_hwc(x.shape, h, w, x.shape.c()), x.layout}};
  }
  /// Cells of x, which has `in` of them, for each of `out`.
  constexpr float ratio(int in, int out) const {
    const int less = align != 0 && out > 1 ? 1 : 0;
    return static_cast<float>(in - less) / static_cast<float>(out - less);
  }

 private:
  static constexpr bool is_size(wide_int size) { return size >= 1 && size <= 65536; }
};

}  // namespace ETCH_NAMESPACE
