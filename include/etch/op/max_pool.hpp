#pragma once

#include <etch/op/pool.hpp>

namespace ETCH_NAMESPACE {

namespace ops {

/// y[n,i,j,c] = the largest x in the window at (i, j), the smallest if `least` is 1; padding does
/// not count.
///
/// x (N,H,W,C), y (N,OH,OW,C), same format.
struct max_pool {
  static constexpr const char* name = "max_pool";
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = false;
  static constexpr bool moves_with_zero = true;
  static constexpr bool keeps_range = true;  // of the codes of x

  pair size{};
  window move{};
  int least = 0;

  constexpr window_geometry at(const operands& x) const { return pool_geometry(size, move, x[0]); }
  constexpr inference infer(const operands& x) const { return infer_pool(size, move, x[0]); }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int y) const {
    return window_rows(move, x[0].shape.h(), size.h, y);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
