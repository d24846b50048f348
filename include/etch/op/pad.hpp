#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void pad_takes_borders_of_0_or_more_cells(long /*cells*/, long) {}
inline void pad_the_value_has_no_such_dimension(long /*rank*/, long /*needed*/) {}
}  // namespace error

namespace ops {

/// y = x padded with a constant.
///
/// x (N,H,W,C), y (N, top + H + bottom, left + W + right, front + C + back), same format and
/// layout; padding of H needs three dimensions, of W two. The padding is real 0 or, if has_code is
/// 1, `code`: a code of the format, saturated, for f32 the number itself. If has_code is 2, code
/// holds the bits of a float, for f32.
struct pad {
  static constexpr const char* name = "pad";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr auto codes = channel_codes::monotone;

  int top = 0, bottom = 0;
  int left = 0, right = 0;
  int front = 0, back = 0;
  int has_code = 0;
  wide_int code = 0;

  constexpr inference infer(const operands& x) const {
    if (const diagnosis d = needs_format(x[0])) return {d};
    const int borders[]{top, bottom, left, right, front, back};
    for (const int cells : borders) {
      if (cells >= 0) continue;
      return {{.refuse = error::pad_takes_borders_of_0_or_more_cells,
               .message = "pad: takes borders of 0 or more cells, not {}",
               .have = cells}};
    }
    const extents& e = x[0].shape;
    const int needed = top + bottom > 0 ? 3 : left + right > 0 ? 2 : front + back > 0 ? 1 : 0;
    if (e.rank < needed) {
      return {{.refuse = error::pad_the_value_has_no_such_dimension,
               .message = "pad: the value has {} dimensions, the borders need {}",
               .have = e.rank,
               .want = needed}};
    }
    return {
        {},
        {x[0].number, with_hwc(e, top + e.h() + bottom, left + e.w() + right, front + e.c() + back),
         x[0].layout}};
  }
  constexpr int channel_of(const operands& x, const operand&, int, int c) const {
    const int of = c - front;
    return of >= 0 && of < x[0].shape.c() ? of : no_channel;
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y - top); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
