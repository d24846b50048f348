#pragma once

#include <etch/op/pool.hpp>

namespace etch::inline ETCH_ABI {

namespace error {
inline void global_avg_pool_needs_three_or_four_dimensions_H_W_C(long /*rank*/, long) {}
}  // namespace error

namespace ops {

/// y[n,c] = the mean of x[n,h,w,c] over all h and w.
///
/// x (H,W,C), y (C), or x (N,H,W,C), y (N,C); same format. The mean of integer codes is rounded by
/// the value's policy: toward_zero, half_up, or half away from zero (every other one). The last is
/// TensorFlow Lite's MEAN where input and output have the same scale and zero point.
struct global_avg_pool {
  static constexpr const char* name = "global_avg_pool";
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = false;

  int unused = 0;

  constexpr inference infer(const operands& x) const {
    const extents& e = x[0].shape;
    if (const diagnosis d = needs_format(x[0])) return {d};
    if (e.rank < 3 || e.rank > 4) {
      return {{.refuse = error::global_avg_pool_needs_three_or_four_dimensions_H_W_C,
               .message = "global_avg_pool: needs three or four dimensions (H, W, C), not {}",
               .have = e.rank}};
    }
    if (const diagnosis d = check_mean(x[0].number, 1LL * e.h() * e.w())) return {d};
    const extents out = e.rank == 4 ? extents{2, {e.n(), e.c()}} : extents{1, {e.c()}};
    return {{}, {x[0].number, out, &layout_id<hwc>}};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int) const {
    return {0, x[0].shape.h() - 1};
  }
};

}  // namespace ops

}  // namespace etch::inline ETCH_ABI
