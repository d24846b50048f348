// The biases of output rows that leave out different rows of the window: with an input zero point,
// each needs its own.
#pragma once

#include <etch/kernel/layer/inner_cells.hpp>

namespace ETCH_NAMESPACE {

/// The biases that output rows need; entry k stands for rows whose windows have the rows inside[k]
/// inside the input.
template <int Rows>
struct bias_sets {
  int count = 0;
  cell_range inside[Rows]{};
  std::uint8_t of_row[Rows]{};
};
/// Those of geometry G: one where they are not `distinct`.
template <window_geometry G>
constexpr bias_sets<G.oh> make_bias_sets(bool distinct) {
  bias_sets<G.oh> s;
  for (int i = 0; i < G.oh; ++i) {
    int k = 0;
    while (k < s.count && distinct && s.inside[k] != rows_inside<G>(i)) ++k;
    if (k == s.count) s.inside[s.count++] = rows_inside<G>(i);
    s.of_row[i] = static_cast<std::uint8_t>(k);
  }
  return s;
}

}  // namespace ETCH_NAMESPACE
