#pragma once

#include <etch/op/resize.hpp>

namespace ETCH_NAMESPACE {

namespace ops {

/// y[n,i,j,c] = x[n,h,w,c] with the pixel (h, w) nearest to row i and column j: floor or, with
/// aligned corners, round of (i + 1/2 or 0) times the ratio of sizes, in single precision as
/// TensorFlow Lite's RESIZE_NEAREST_NEIGHBOR.
///
/// x (H,W,C) or (N,H,W,C). Same format and layout.
struct resize_nearest : resizing {
  static constexpr const char* name = "resize_nearest";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr bool keeps_channels = true;

  constexpr inference infer(const operands& x) const { return resizing::infer(x[0]); }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  /// The cell of x, which has `in` of them, for cell i of `out`.
  constexpr int nearest(int i, int in, int out) const {
    const float middle = half_pixels != 0 ? 0.5F : 0.0F;
    const float at = (static_cast<float>(i) + middle) * ratio(in, out);
    const int k = align != 0 ? static_cast<int>(round_half_away(static_cast<double>(at)))
                             : static_cast<int>(at);
    return etch::minimum(k, in - 1);
  }
  constexpr row_range input_rows(const operands& x, int, int y) const {
    return only_row(nearest(y, x[0].shape.h(), h));
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
