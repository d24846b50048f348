#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace ops {

/// y[k] = element k of x in logical (N,H,W,C) order.
///
/// x of any shape, y (K); a batch dimension (ranks 2 and 4) is kept: y (N,K). Same format. y lies
/// in logical order whatever the layout of x.
struct flatten {
  static constexpr const char* name = "flatten";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr bool moves_with_zero = true;
  static constexpr bool copies_order = true;

  int unused = 0;

  constexpr inference infer(const operands& x) const {
    if (const diagnosis d = needs_format(x[0])) return {d};
    const extents& e = x[0].shape;
    const bool batched = e.rank == 2 || e.rank == 4;
    const extents out = batched ? extents{2, {e.d[0], e.size() / e.d[0]}} : extents{1, {e.size()}};
    return {{}, {x[0].number, out, &layout_id<hwc>}};
  }
  constexpr int channel_of(const operands& x, const operand& y, int, int c) const {
    return channel_in_order(x[0].shape.c(), y.shape.c(), c);
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int) const { return all_rows(x[0]); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
