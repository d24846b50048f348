// What operators share whose output element i needs nothing but element i of the inputs.
#pragma once

#include <etch/op/operand.hpp>

namespace etch::inline ETCH_ABI {

/// A value with the format, shape and layout of x.
constexpr inference like(const operand& x) { return {{}, {x.number, x.shape, x.layout}}; }

/// A value like x, unless x is a 32-bit sum.
constexpr inference like_value(const operand& x) {
  if (const diagnosis d = needs_format(x)) return {d};
  return like(x);
}

/// Row `row` alone.
constexpr row_range only_row(int row) { return {row, row}; }

}  // namespace etch::inline ETCH_ABI
