// The memory plan of a graph whose values have other formats than it says: what a network of these
// formats has, worked out when the program runs.
#pragma once

#include <etch/network/lower/memory.hpp>
#include <etch/network/lower/placed.hpp>

#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// Graph G after the passes, which every choice of formats has in common.
template <const auto& G>
class mixed_memory {
 public:
  static constexpr const auto& graph = etch::detail::passed<G, false>::graph;
  static constexpr int values = graph.size.values, nodes = graph.size.nodes;

  /// Bytes of the arena by the planner, for a format of each value and the scratch memory of each
  /// node; values that are constants have none.
  static int bytes(const std::vector<format>& formats, const std::vector<int>& scratch) {
    auto g = graph;
    int size[values]{};
    for (int v = 0; v < values; ++v) {
      operand& is = g.values[v].is;
      if (is.is_constant) continue;
      is.number = formats[static_cast<std::size_t>(v)];
      size[v] = etch::detail::bytes_of_codes(is.number, is.shape.size());
    }
    return plan_memory(layer_order(g, size, scratch.data(), options{})).placed.bytes;
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
