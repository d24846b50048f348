// The configurations that no other one beats in both bytes and loss.
#pragma once

#include <etch/host/search/evaluation.hpp>

#include <algorithm>

namespace ETCH_NAMESPACE {
namespace host {

/// The front of loss against RAM (&footprint::ram) or constants, the fewest bytes first: each loses
/// less than all before it. Of configurations that tie, the one that takes less of the other bytes,
/// then the first in the order of their formats, so that the front does not depend on the order in
/// which they were found.
inline std::vector<evaluated> pareto_front(std::vector<evaluated> all, long footprint::* bytes) {
  const auto other = bytes == &footprint::ram ? &footprint::constants : &footprint::ram;
  std::sort(all.begin(), all.end(), [&](const evaluated& a, const evaluated& b) {
    if (a.takes.*bytes != b.takes.*bytes) return a.takes.*bytes < b.takes.*bytes;
    if (a.loses.less_than(b.loses) || b.loses.less_than(a.loses)) return a.loses.less_than(b.loses);
    if (a.takes.*other != b.takes.*other) return a.takes.*other < b.takes.*other;
    return a.what < b.what;
  });
  std::vector<evaluated> front;
  for (const evaluated& e : all) {
    if (front.empty() || e.loses.less_than(front.back().loses)) front.push_back(e);
  }
  return front;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
