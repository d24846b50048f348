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
  /// Where cell i of `out` lies in x, which has `in`: in 1024ths of a cell, as TensorFlow Lite's
  /// integers. The ratio of sizes is rounded, so that the last places may lie beyond x; there
  /// TensorFlow Lite reads on, this stays at the last cell.
  constexpr int place_in_1024ths(int i, int in, int out) const {
    const bool aligned = align != 0 && out > 1;
    const int above = aligned ? in - 1 : in, below = aligned ? out - 1 : out;
    const int step = (1024 * above + below / 2) / below;
    const int middle = half_pixels != 0 ? step / 2 - 512 : 0;
    return etch::clamp(i * step + middle, 0, 1024 * (in - 1));
  }
  /// The same as XNNPACK's integers, inside x.
  constexpr float place_of_xnnpack(int i, int in, int out) const {
    const float step = ratio(in, out);
    const float scaled = static_cast<float>(i) * step;
    const float half = 0.5F * step;
    const bool middle = half_pixels != 0 && align == 0;
    return etch::clamp(middle ? scaled + (half - 0.5F) : scaled, 0.0F, static_cast<float>(in - 1));
  }
  /// The same in single precision; it may lie beyond x.
  constexpr float place_of_floats(int i, int in, int out) const {
    const float step = ratio(in, out);
    return half_pixels != 0 ? (static_cast<float>(i) + 0.5F) * step - 0.5F
                            : static_cast<float>(i) * step;
  }
  /// Of integers, what either arithmetic reads.
  constexpr row_range input_rows(const operands& x, int, int y) const {
    const int in = x[0].shape.h();
    if (is_f32(x[0].number)) {
      return around(etch::clamp(place_of_floats(y, in, h), 0.0F, static_cast<float>(in - 1)));
    }
    const int at = place_in_1024ths(y, in, h);
    const row_range other = around(place_of_xnnpack(y, in, h));
    return {etch::minimum(at / 1024, other.first), etch::maximum((at + 1023) / 1024, other.last)};
  }

 private:
  static constexpr row_range around(float place) {
    const int low = static_cast<int>(place);
    return {low, place > static_cast<float>(low) ? low + 1 : low};
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
