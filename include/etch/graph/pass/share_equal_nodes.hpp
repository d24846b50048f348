#pragma once

#include <etch/graph/pass/draft.hpp>

namespace etch::inline ETCH_ABI {

/// Two nodes with the same operator, attributes and inputs become one: whatever the second made is
/// read from the first. A node stays when its value has a name or is an output. Preserves every bit.
struct share_equal_nodes {
  static constexpr const char* name = "share_equal_nodes";

  template <class D>
  static constexpr void apply(D& d) {
    for (int n = 0; n < D::size.nodes; ++n) {
      if (!d.node_lives[n] || d.g.nodes[n].input_count == 0) continue;
      const int out = d.g.nodes[n].outputs[0];
      if (d.g.values[out].name[0] != '\0' || d.is_output(out)) continue;
      for (int m = 0; m < n; ++m) {
        if (!d.node_lives[m] || !equal(d.g, n, m)) continue;
        d.replace(n, d.g.nodes[m].outputs[0]);
        break;
      }
    }
  }

 private:
  template <class Graph>
  static constexpr bool equal(const Graph& g, int n, int m) {
    const node &a = g.nodes[n], &b = g.nodes[m];
    if (a.op != b.op || a.input_count != b.input_count || a.output_count != 1 ||
        b.output_count != 1 || a.act != b.act) {
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
