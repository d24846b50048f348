#pragma once

#include <etch/graph/pass/draft.hpp>

namespace ETCH_NAMESPACE {

/// conv2d | to<F> becomes one conv2d with output F: its sums never reach memory. Applies where `to`
/// is the only reader of the sums (accumulators, quires, or f32 that becomes another floating-point
/// format) and does not round stochastically, which needs the index of the element. Preserves every
/// bit.
struct fuse_requantise {
  static constexpr const char* name = "fuse_requantise";

  template <class D>
  static constexpr void apply(D& d) {
    for (int n = 0; n < D::size.nodes; ++n) {
      if (!d.node_lives[n] || !d.g.nodes[n].op->requantises) continue;
      const int in = d.g.nodes[n].inputs[0];
      if (d.g.values[in].producer < 0 || d.readers[in] != 1) continue;
      if (is_stochastic(d.g.values[d.g.nodes[n].outputs[0]].round)) continue;
      const format& sum = d.g.values[in].is.number;
      const node& producer = d.g.nodes[d.g.values[in].producer];
      if (is_accumulator(sum) || is_quire(sum) ||
          (sums_in_f32(d, producer) && is_real(d.g.values[d.g.nodes[n].outputs[0]].is.number))) {
        d.merge_into_producer(n);
      }
    }
  }

 private:
  template <class D>
  static constexpr bool sums_in_f32(const D& d, const node& n) {
    return n.op->folds_scale_and_offset && n.act == activation::none && !n.folded &&
           is_f32(d.g.values[n.outputs[0]].is.number);
  }
};

}  // namespace ETCH_NAMESPACE
