#pragma once

#include <etch/graph/pass/draft.hpp>

namespace ETCH_NAMESPACE {

/// Common subexpression elimination: of two nodes with the same operator and inputs the first
/// stays, and the readers of the second read its output. A node stays if its value has a name or is
/// an output, or if it has state. Preserves every bit.
struct share_equal_nodes {
  static constexpr const char* name = "share_equal_nodes";

  template <class D>
  static constexpr void apply(D& d) {
    // Equal nodes read the same first input: for each value, a chain of the nodes that read it.
    int last_reader[D::size.values]{};  // node + 1, 0: none
    int before[D::size.nodes > 0 ? D::size.nodes : 1]{};
    for (int n = 0; n < D::size.nodes; ++n) {
      const node& at = d.g.nodes[n];
      if (!d.node_lives[n] || at.input_count == 0) continue;
      int m = last_reader[at.inputs[0]] - 1;
      while (m >= 0 && !equal(d.g, n, m)) m = before[m] - 1;
      const int out = at.outputs[0];
      if (m >= 0 && d.g.values[out].name[0] == '\0' && !d.is_output(out)) {
        d.replace(n, d.g.nodes[m].outputs[0]);
      } else {
        before[n] = last_reader[at.inputs[0]];
        last_reader[at.inputs[0]] = n + 1;
      }
    }
  }

 private:
  template <class Graph>
  static constexpr bool equal(const Graph& g, int n, int m) {
    const node &a = g.nodes[n], &b = g.nodes[m];
    if (!same_work(a, b) || a.output_count != 1) return false;
    for (int i = 0; i < a.input_count; ++i) {
      if (!same_value(g.values[a.inputs[i]], g.values[b.inputs[i]], a.inputs[i] == b.inputs[i])) {
        return false;
      }
    }
    return same_kind(g.values[a.outputs[0]], g.values[b.outputs[0]]);
  }
  /// Each use of a constant is a value of its own. A state is never equal to another, because its
  /// reader writes it.
  static constexpr bool same_value(const value& a, const value& b, bool is_one) {
    if (is_one) return a.lives == lifetime::transient;
    return a.is.is_constant && b.is.is_constant && same_kind(a, b);
  }
};

}  // namespace ETCH_NAMESPACE
