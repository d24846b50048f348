#pragma once

#include <etch/op/resize.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace ops {

/// y[n,i,j,c] = the bilinear interpolation of the four pixels of x around row i and column j.
///
/// Integer formats: coordinates and weights with 10 fraction bits, the result, with 20, rounded
/// half away from 0. f32: single precision. Both as TensorFlow Lite's RESIZE_BILINEAR.
///
/// x (H,W,C) or (N,H,W,C). Same format and layout.
struct resize_bilinear : resizing {
  static constexpr const char* name = "resize_bilinear";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr bool keeps_channels = true;

  static constexpr bool runs_on_xnnpack(const operands& x, const operand&) {
    return xnnpack::is_int8(x[0].number);
  }
  constexpr inference infer(const operands& x) const {
    if (const diagnosis d = needs_integers_or_f32(x[0].number)) return {d};
    return resizing::infer(x[0]);
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int) const {
    return resizing::input_rows(x[0]);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
