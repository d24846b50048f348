// Separations found again by buffer.
#pragma once

#include <etch/plan/buffer.hpp>

namespace ETCH_NAMESPACE {
namespace plan::detail {

/// For each of at most N buffers the range of records that name it. Records are written operator
/// by operator, so that the ranges are short; in any other order they are long and still right.
template <int N>
struct overlap_table {
  sequence<separation> records;
  int begin[room<N>]{};
  int end[room<N>]{};

  constexpr explicit overlap_table(sequence<separation> separations) : records(separations) {
    for (int s = records.count - 1; s >= 0; --s)
      widen(records[s].below, s), widen(records[s].above, s);
  }

  constexpr bool has(int i) const { return begin[i] < end[i]; }

  /// The distance that `below` must keep under `above`, either of them i; `otherwise` without a
  /// record.
  constexpr int distance(int i, int below, int above, int otherwise) const {
    int least = -1;
    for (int s = begin[i]; s < end[i]; ++s)
      if (records[s].below == below && records[s].above == above &&
          (least < 0 || records[s].distance < least))
        least = records[s].distance;
    return least < 0 ? otherwise : least;
  }

 private:
  constexpr void widen(int i, int s) {
    begin[i] = s;
    if (end[i] == 0) end[i] = s + 1;
  }
};

}  // namespace plan::detail
}  // namespace ETCH_NAMESPACE
