#pragma once

#include <etch/graph/pass/draft.hpp>

namespace etch::inline ETCH_ABI {

/// Two nodes with the same operator, attributes and inputs become one: whatever the second made is
/// read from the first. A node stays when its value has a name or is an output. Preserves every
/// bit.
struct share_equal_nodes {
  static constexpr const char* name = "share_equal_nodes";

  template <class D>
  static constexpr void apply(D& d) {
    // Equal nodes read the same first input: a chain of the nodes that read it, for each value.
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
    if (a.op != b.op || a.input_count != b.input_count || a.output_count != 1 ||
        b.output_count != 1 || a.act != b.act || a.norm_inputs != b.norm_inputs ||
        !(a.norm == b.norm)) {
      return false;
    }
    for (int i = 0; i < 24; ++i) {
      if (a.what.word[i] != b.what.word[i]) return false;
    }
    for (int i = 0; i < a.input_count; ++i) {
      if (!same_value(g.values[a.inputs[i]], g.values[b.inputs[i]], a.inputs[i], b.inputs[i])) {
        return false;
      }
    }
    const value &y = g.values[a.outputs[0]], &z = g.values[b.outputs[0]];
    return y.round == z.round && y.is.number == z.is.number && y.is.layout == z.is.layout;
  }
  /// Every use of a constant is a value of its own: equal bytes are told by their address.
  static constexpr bool same_value(const value& a, const value& b, int ia, int ib) {
    return ia == ib || (a.is.is_constant && b.is.is_constant && a.bytes == b.bytes &&
                        a.is.number == b.is.number && a.is.shape == b.is.shape);
  }
};

}  // namespace etch::inline ETCH_ABI
