#pragma once

#include <etch/graph/pass/draft.hpp>

namespace ETCH_NAMESPACE {

/// Removes nodes that change nothing: `to` the format of the value, reshape and flatten to its
/// shape, concat of one value. A node stays if it separates an input from an output or two names.
struct remove_identity {
  static constexpr const char* name = "remove_identity";

  template <class D>
  static constexpr void apply(D& d) {
    for (int n = 0; n < D::size.nodes; ++n) {
      if (!d.node_lives[n]) continue;
      const node& at = d.g.nodes[n];
      const value& in = d.g.values[at.inputs[0]];
      const value& out = d.g.values[at.outputs[0]];
      const bool candidate =
          at.op->requantises || at.op->copies_order || (at.op->copies_alone && at.input_count == 1);
      if (!candidate || at.act != activation::none) continue;
      if (!(in.is.number == out.is.number) || !(in.is.shape == out.is.shape)) continue;
      if (in.is.layout != out.is.layout || in.is.is_constant) continue;
      const bool both_named = in.name[0] != '\0' && out.name[0] != '\0';
      const bool joins =
          d.is_output(at.outputs[0]) && (d.is_input(at.inputs[0]) || d.is_output(at.inputs[0]));
      if (!both_named && !joins) d.bypass(n);
    }
  }
};

}  // namespace ETCH_NAMESPACE
