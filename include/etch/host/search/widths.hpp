// HAUNTER's choices before it begins: one format of each width, and two widths of several.
#pragma once

#include <etch/base/features.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// How a network does whose variables all have one format.
struct homogeneous_result {
  int format = 0;
  int bits = 0;
  int exponent_bits = 0;  ///< of a posit; 0 of others
  long right = 0;         ///< answers that are
};

/// Of each width the format with the most right answers, among equals the one of the most exponent
/// bits; the narrowest width first. `all` is sorted by bits.
inline std::vector<homogeneous_result> best_of_each_width(
    const std::vector<homogeneous_result>& all) {
  std::vector<homogeneous_result> best;
  for (const homogeneous_result& r : all) {
    if (best.empty() || best.back().bits != r.bits) {
      best.push_back(r);
      continue;
    }
    homogeneous_result& other = best.back();
    const bool equal = r.right == other.right;
    if (r.right > other.right || (equal && r.exponent_bits > other.exponent_bits)) other = r;
  }
  return best;
}

/// Of at least two widths the two whose right answers bracket those of the float network: the best
/// of those that have fewer, and the worst of the others; where all are on one side the two next to
/// it. The narrower one is first; of equals the narrower one is taken.
inline std::pair<homogeneous_result, homogeneous_result> bracketing(
    const std::vector<homogeneous_result>& widths, long right_of_floats) {
  std::size_t below = widths.size(), above = widths.size();
  const auto better = [&](std::size_t i, std::size_t than, bool more) {
    if (than == widths.size()) return true;
    return more ? widths[i].right > widths[than].right : widths[i].right < widths[than].right;
  };
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (widths[i].right < right_of_floats) below = better(i, below, true) ? i : below;
    else above = better(i, above, false) ? i : above;
  }
  const bool all_above = below == widths.size(), all_below = above == widths.size();
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (all_above && i != above) below = better(i, below, false) ? i : below;
    if (all_below && i != below) above = better(i, above, true) ? i : above;
  }
  if (widths[below].bits > widths[above].bits) std::swap(below, above);
  return {widths[below], widths[above]};
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
