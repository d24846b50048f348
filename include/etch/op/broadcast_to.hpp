#pragma once

#include <etch/op/binary.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void broadcast_to_repeats_sizes_of_1_alone(long /*size*/, long /*wanted*/) {}
}  // namespace error

namespace ops {

/// y = x repeated along each dimension where x has size 1.
///
/// x of any shape with at most `rank` dimensions, aligned at the last one; y (d[0], d[1], ..) in
/// the format and layout of x.
struct broadcast_to {
  static constexpr const char* name = "broadcast_to";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr auto codes = channel_codes::kept;

  int rank = 1;
  int d[5]{1};

  constexpr inference infer(const operands& x) const {
    if (const diagnosis refused = needs_format(x[0])) return {refused};
    const extents& e = x[0].shape;
    extents y{rank, {}};
    for (int k = 0; k < rank && k < 5; ++k) y.d[k] = d[k];
    const operand whole{x[0].number, y, x[0].layout}, both[2]{whole, x[0]};
    bool sound = rank >= 1 && rank <= 5 && e.rank <= rank;
    for (int k = 0; k < rank && sound; ++k) {
      const int size = etch::detail::aligned(e, rank, k);
      sound = y.d[k] >= 1 && (size == y.d[k] || size == 1);
      if (sound) continue;
      return {{.refuse = error::broadcast_to_repeats_sizes_of_1_alone,
               .message = "broadcast_to: repeats sizes of 1 alone, not {} to {}",
               .have = size,
               .want = y.d[k]}};
    }
    if (!sound) {
      return {{.refuse = error::broadcast_to_repeats_sizes_of_1_alone,
               .message = "broadcast_to: a value of {} dimensions does not have {}",
               .have = e.rank,
               .want = rank}};
    }
    // of five dimensions the first two broadcast as one
    if (const diagnosis refused = infer_binary({both, 2}).refused) return {refused};
    return {{}, whole};
  }
  constexpr broadcast_to with_channels(const operand&, channels_left left) const {
    broadcast_to y = *this;
    y.d[rank - 1] = left.count;
    return y;
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int, int y) const {
    return broadcast_row(x[0].shape, y);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
