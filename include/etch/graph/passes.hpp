// The default pipeline: one include and one entry a pass.
#pragma once

#include <etch/graph/pass/fold_batch_norm.hpp>
#include <etch/graph/pass/fuse_activation.hpp>
#include <etch/graph/pass/fuse_requantise.hpp>
#include <etch/graph/pass/remove_identity.hpp>
#include <etch/graph/pass/share_equal_nodes.hpp>

namespace ETCH_NAMESPACE {

/// What every network goes through, in order.
using default_passes = list<remove_identity, share_equal_nodes, fuse_requantise, fuse_activation>;
/// The same with every value kept that a tracer may want to see.
using observing_passes = list<fuse_requantise>;

namespace detail {
template <class Graph, class... Pass>
constexpr auto drafted(const Graph& g, list<Pass...>) {
  draft<Graph> d(g);
  const int order[] = {0, (Pass::apply(d), 0)...};
  static_cast<void>(order);
  return d;
}
}  // namespace detail

/// The graph that the passes of list Passes make of G: run_passes<G, list<fuse_activation>>().
template <const auto& G, class Passes = default_passes>
consteval auto run_passes() {
  constexpr auto d = detail::drafted(G, Passes{});
  constexpr graph_size left = d.left();
  return d.template finish<left.values, left.nodes>();
}

}  // namespace ETCH_NAMESPACE
