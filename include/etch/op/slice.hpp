#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void slice_reaches_outside_of_the_value(long /*dimension*/, long /*rank*/) {}
}  // namespace error

namespace ops {

/// y[i0, i1, ..] = x[begin[0] + i0 step[0], begin[1] + i1 step[1], ..], 0 <= ik < size[k].
///
/// x of any shape with `rank` dimensions; steps may be negative, not 0. Same format and layout.
struct slice {
  static constexpr const char* name = "slice";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr auto codes = channel_codes::kept;

  int rank = 0;
  int begin[5]{};
  int size[5]{};
  int step[5]{1, 1, 1, 1, 1};

  constexpr inference infer(const operands& x) const {
    if (const diagnosis d = needs_format(x[0])) return {d};
    const extents& e = x[0].shape;
    extents y{e.rank, {}};
    bool sound = rank == e.rank;
    int k = 0;
    for (; k < rank && sound; ++k) {
      const long long last = begin[k] + (size[k] - 1LL) * step[k];
      sound = size[k] >= 1 && step[k] != 0 && begin[k] >= 0 && begin[k] < e.d[k] && last >= 0 &&
              last < e.d[k];
      y.d[k] = size[k];
    }
    if (!sound) {
      return {{.refuse = error::slice_reaches_outside_of_the_value,
               .message = "slice: reaches outside of dimension {} of a value of {}",
               .have = etch::maximum(k - 1, 0),
               .want = e.rank}};
    }
    return {{}, {x[0].number, y, x[0].layout}};
  }
  constexpr int channel_of(const operands&, const operand&, int, int c) const {
    return step[rank - 1] == 1 ? begin[rank - 1] + c : all_channels;
  }
  constexpr slice with_channels(const operand&, channels_left left) const {
    slice s = *this;
    s.begin[rank - 1] = left.before;
    s.size[rank - 1] = left.count;
    return s;
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int y) const {
    const int h = rank - 3;
    for (int k = 0; k < h; ++k)
      if (size[k] != x[0].shape.d[k] || step[k] != 1) return all_rows(x[0]);
    return only_row(rank < 3 ? 0 : begin[h] + y * step[h]);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
