#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void transpose_the_axes_are_not_a_permutation_of_the_dimensions(long /*axes*/,
                                                                       long /*rank*/) {}
}  // namespace error

namespace ops {

/// y[i0, i1, ..] = x[j0, j1, ..] where j[axis[k]] = i[k]: dimension k of y is dimension axis[k] of
/// x.
///
/// x of any shape with `rank` dimensions. Same format and layout.
struct transpose {
  static constexpr const char* name = "transpose";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr bool moves_with_zero = true;
  static constexpr bool keeps_range = true;  // of the codes of x

  int rank = 0;
  int axis[5]{};

  constexpr inference infer(const operands& x) const {
    if (const diagnosis d = needs_format(x[0])) return {d};
    const extents& e = x[0].shape;
    bool taken[5]{};
    bool sound = rank == e.rank;
    extents y{e.rank, {}};
    for (int k = 0; sound && k < rank; ++k) {
      sound = axis[k] >= 0 && axis[k] < rank && !taken[axis[k]];
      if (!sound) break;
      taken[axis[k]] = true;
      y.d[k] = e.d[axis[k]];
    }
    if (!sound) {
      return {{.refuse = error::transpose_the_axes_are_not_a_permutation_of_the_dimensions,
               .message = "transpose: {} axes are not a permutation of {} dimensions",
               .have = rank,
               .want = e.rank}};
    }
    return {{}, {x[0].number, y, x[0].layout}};
  }
  constexpr int channel_of(const operands&, const operand&, int, int c) const {
    return axis[rank - 1] == rank - 1 ? c : all_channels;
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int) const { return all_rows(x[0]); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
