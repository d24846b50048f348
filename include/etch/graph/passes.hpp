// The pass pipeline: one include and one entry for each pass.
#pragma once

#include <etch/graph/pass/fold_batch_norm.hpp>
#include <etch/graph/pass/fuse_activation.hpp>
#include <etch/graph/pass/fuse_requantise.hpp>
#include <etch/graph/pass/remove_identity.hpp>
#include <etch/graph/pass/share_equal_nodes.hpp>

namespace ETCH_NAMESPACE {

/// The passes of every network, in order.
using default_passes = list<remove_identity, share_equal_nodes, fuse_requantise, fuse_activation>;
/// The passes with options{.observe_all = true}: every value that a tracer may read stays.
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

/// G after the passes of list Passes: run_passes<G, list<fuse_activation>>().
template <const auto& G, class Passes = default_passes>
consteval auto run_passes() {
  constexpr auto d = detail::drafted(G, Passes{});
  constexpr graph_size left = d.left();
  return d.template result<left.values, left.nodes>();
}

}  // namespace ETCH_NAMESPACE
