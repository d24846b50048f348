#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace ops {

/// y[i] = min(max(x[i], 0), 6), on codes: from the zero point to the code nearest to 6 (6 * 2^n for
/// q<m, n>) or, if the format does not reach 6, the highest code.
///
/// x and y of any shape, same format.
struct relu6 {
  static constexpr const char* name = "relu6";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;
  static constexpr bool moves_with_zero = true;
  static constexpr auto codes = channel_codes::monotone;
  static constexpr activation clamps = activation::relu6;
  static constexpr bool keeps_range = true;  // of the codes of x

  int unused = 0;

  constexpr inference infer(const operands& x) const { return like_value(x[0]); }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
