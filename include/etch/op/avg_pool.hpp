#pragma once

#include <etch/op/numerics.hpp>
#include <etch/op/pool.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace ops {

/// y[n,i,j,c] = the mean of x over the window at (i, j); padding does not count.
///
/// x (N,H,W,C), y (N,OH,OW,C), same format. The mean of integer codes is rounded by the value's
/// policy: toward_zero, half_up, half_even, onnxruntime, which is the mean of the numbers in single
/// precision, or half away from zero (every other policy).
struct avg_pool {
  static constexpr const char* name = "avg_pool";
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = false;
  static constexpr bool keeps_range = true;  // of the codes of x

  pair size{};
  window move{};

  constexpr window_geometry at(const operands& x) const { return pool_geometry(size, move, x[0]); }
  static constexpr rounding own_rounding(numerics n, const operands&, const operand& y) {
    const bool is_single = n == numerics::onnxruntime && xnnpack::is_int8(y.number);
    if (is_single) return rounding::onnxruntime;
    return is_q(y.number) ? rounding::toward_zero : rounding::half_away;
  }
  constexpr inference infer(const operands& x) const {
    if (const diagnosis d = check_mean(x[0].number, 1LL * size.h * size.w)) return {d};
    return infer_pool(size, move, x[0]);
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int y) const {
    return window_rows(move, x[0].shape.h(), size.h, y);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
