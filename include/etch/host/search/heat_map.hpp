// HAUNTER's heat map: how much a byte that a variable is promoted by is worth.
#pragma once

#include <etch/host/search/configuration.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ETCH_NAMESPACE {
namespace host {

/// The 95th percentile of errors, sorted[floor(0.95 (n - 1))]: of two the smaller. 0 of none.
inline double percentile_95(std::vector<double> errors) {
  if (errors.empty()) return 0;
  const auto last = static_cast<double>(errors.size() - 1);
  const auto at = static_cast<std::ptrdiff_t>(std::floor(0.95 * last));
  std::nth_element(errors.begin(), errors.begin() + at, errors.end());
  return errors[static_cast<std::size_t>(at)];
}

/// What orders variables: the first is promoted first.
enum class promotability : int {
  error_by_size,  ///< HAUNTER: the 95th percentile of |high - low|, divided by the elements
  error,          ///< by accuracy alone
  size,           ///< by size alone: the smallest first
};
inline double score_of(promotability by, double percentile, std::size_t elements) {
  const auto n = static_cast<double>(elements);
  switch (by) {
    case promotability::error_by_size: return percentile / n;
    case promotability::error: return percentile;
    case promotability::size: break;
  }
  return 1 / n;
}
/// Indices of scores, the largest first; of equals the first.
inline std::vector<std::size_t> hottest_first(const std::vector<double>& scores) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  return order;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
