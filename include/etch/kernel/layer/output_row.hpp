// Rows of an output, counted over all its pictures, without a division: Cortex-M0 has none.
#pragma once

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

/// Row i of picture n.
struct output_row {
  int n = 0, i;
  /// Row `row` of all, of pictures of `height` rows.
  ETCH_GLUE output_row(int row, int height) : i(row) {
    for (; i >= height; i -= height) ++n;
  }
  /// Goes to the next row.
  ETCH_GLUE void next(int height) {
    if (++i < height) return;
    i = 0;
    ++n;
  }
};

}  // namespace ETCH_NAMESPACE
