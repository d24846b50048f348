#pragma once

#include <etch/plan/bound.hpp>
#include <etch/plan/greedy.hpp>

namespace ETCH_NAMESPACE {
namespace plan {

/// A placement of at most N buffers, deterministic; verify() accepts it unless pins collide.
/// Undefined outside the ranges of `buffer` and `separation`, and when all sizes rounded up to
/// their alignments, with all distances, sum to 2^31 or more.
template <int N>
constexpr placement<N> place(sequence<buffer> buffers, sequence<separation> separations = {}) {
  return greedy<N>(buffers, separations, lower_bound<N>(buffers, separations));
}
template <int N>
constexpr placement<N> place(const buffer (&buffers)[N], sequence<separation> separations = {}) {
  return place<N>(sequence<buffer>(buffers), separations);
}

}  // namespace plan
}  // namespace ETCH_NAMESPACE
