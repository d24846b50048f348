#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void reshape_takes_one_to_five_dimensions_of_which_one_may_be_minus_1(long /*rank*/, long) {}
inline void reshape_the_new_shape_has_another_number_of_elements(long /*shape*/, long /*value*/) {}
}  // namespace error

namespace ops {

/// Element k of y in logical order = element k of x in logical (N,H,W,C) order.
///
/// x of any shape, y of the given shape, in which one dimension may be -1: whatever remains.
/// Same format. y lies in logical order whatever the layout of x.
struct reshape {
  static constexpr const char* name = "reshape";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr bool moves_with_zero = true;
  static constexpr bool copies_order = true;

  int rank = 1;
  int d[5]{-1};

  constexpr inference infer(const operands& x) const {
    if (const diagnosis refused = needs_format(x[0])) return {refused};
    extents out{rank, {}};
    const int size = x[0].shape.size();
    int open = -1, known = 1;
    bool sound = rank >= 1 && rank <= 5;
    for (int i = 0; sound && i < rank; ++i) {
      sound = d[i] > 0 || (d[i] == -1 && open < 0);
      out.d[i] = d[i];
      if (d[i] == -1) open = i;
      else known *= d[i];
    }
    if (!sound) {
      return {{.refuse = error::reshape_takes_one_to_five_dimensions_of_which_one_may_be_minus_1,
               .message = "reshape: takes one to five dimensions, of which one may be -1",
               .have = rank}};
    }
    if (open >= 0) out.d[open] = size / known;
    if (out.size() != size) {
      return {{.refuse = error::reshape_the_new_shape_has_another_number_of_elements,
               .message = "reshape: the new shape has {} elements, the value {}",
               .have = out.size(),
               .want = size}};
    }
    return {{}, {x[0].number, out, &layout_id<hwc>}};
  }
  constexpr int channel_of(const operands& x, const operand& y, int, int c) const {
    return channel_in_order(x[0].shape.c(), y.shape.c(), c);
  }
  constexpr reshape with_channels(const operand& y, channels_left left) const {
    reshape r{y.shape.rank, {}};
    for (int i = 0; i < r.rank; ++i) r.d[i] = y.shape.d[i];
    r.d[r.rank - 1] = left.count;
    return r;
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int y) const {
    const extents out = infer(x).output.shape;
    if (out.n() > 1 && out.n() != x[0].shape.n()) return all_rows(x[0]);
    const int row = x[0].shape.w() * x[0].shape.c(), made = out.w() * out.c();
    return {y * made / row, ((y + 1) * made - 1) / row};
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
