#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void mirror_pad_a_border_is_larger_than_what_it_mirrors(long /*border*/, long /*most*/) {}
}  // namespace error

namespace ops {

/// y = x with borders that mirror it: before[k] and after[k] elements of dimension k, without its
/// first and last element or, if `repeats_ends` is 1, with them.
///
/// x of any shape with `rank` dimensions. Same format and layout.
struct mirror_pad {
  static constexpr const char* name = "mirror_pad";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr auto codes = channel_codes::kept;

  int rank = 0;
  int before[5]{}, after[5]{};
  int repeats_ends = 0;

  /// The index of x, of `size` elements, that index i of y shows, with `border` elements before it.
  static constexpr int source(int i, int border, int size, bool repeats) {
    const int at = i - border, last = size - 1;
    if (at < 0) return repeats ? -at - 1 : -at;
    return at <= last ? at : repeats ? 2 * last + 1 - at : 2 * last - at;
  }
  constexpr inference infer(const operands& x) const {
    if (const diagnosis d = needs_format(x[0])) return {d};
    extents y = x[0].shape;
    for (int k = 0; k < 5; ++k) {
      const int border = before[k] < 0  ? before[k]
                         : after[k] < 0 ? after[k]
                                        : etch::maximum(before[k], after[k]);
      const int most = k < y.rank ? y.d[k] - (repeats_ends != 0 ? 0 : 1) : 0;
      if (border < 0 || border > most || rank != y.rank) {
        return {{.refuse = error::mirror_pad_a_border_is_larger_than_what_it_mirrors,
                 .message = "mirror_pad: a border of {} elements mirrors at most {}",
                 .have = border,
                 .want = most}};
      }
      if (k < y.rank) y.d[k] += before[k] + after[k];
    }
    return {{}, {x[0].number, y, x[0].layout}};
  }
  constexpr int channel_of(const operands& x, const operand& y, int, int c) const {
    return x[0].shape.c() == y.shape.c() ? c : all_channels;
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int y) const {
    const int h = rank - 3;
    for (int k = 0; k < h; ++k) {
      if (before[k] != 0 || after[k] != 0) return all_rows(x[0]);  // of other pictures
    }
    return only_row(h < 0 ? 0 : source(y, before[h], x[0].shape.d[h], repeats_ends != 0));
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
