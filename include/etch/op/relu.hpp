#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace ops {

/// y[i] = max(x[i], 0), on codes: max(code, zero point).
///
/// x and y of any shape, same format.
struct relu {
  static constexpr const char* name = "relu";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;
  static constexpr bool moves_with_zero = true;
  static constexpr auto codes = channel_codes::monotone;
  static constexpr activation clamps = activation::relu;
  static constexpr bool keeps_range = true;  // of the codes of x

  int unused = 0;

  constexpr inference infer(const operands& x) const { return like_value(x[0]); }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
