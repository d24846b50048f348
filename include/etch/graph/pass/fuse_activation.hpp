#pragma once

#include <etch/graph/pass/draft.hpp>

namespace ETCH_NAMESPACE {

/// conv2d | relu becomes one conv2d that clamps its output; likewise every operator that fuses
/// activations, and relu6 and clamp. Applies where the activation is the only reader and both
/// formats, scale and zero point included, are equal: requantisation is monotone, so clamping after
/// it preserves every bit.
struct fuse_activation {
  static constexpr const char* name = "fuse_activation";

  template <class D>
  static constexpr void apply(D& d) {
    for (int n = 0; n < D::size.nodes; ++n) {
      if (!d.node_lives[n]) continue;
      const activation act = d.g.nodes[n].op->clamps;
      const int in = d.g.nodes[n].inputs[0], out = d.g.nodes[n].outputs[0];
      if (act == activation::none || d.readers[in] != 1 || d.g.values[in].producer < 0) continue;
      node& producer = d.g.nodes[d.g.values[in].producer];
      if (!producer.op->fuses_activation || producer.act != activation::none) continue;
      if (!(d.g.values[in].is.number == d.g.values[out].is.number)) continue;
      producer.act = act;
      if (act == activation::clamp) {
        const code_limits limits = d.g.nodes[n].op->limits(d.g.nodes[n].what);
        producer.clamp_low = limits.low;
        producer.clamp_high = limits.high;
      }
      const rounding round = d.g.values[in].round;
      d.merge_into_producer(n);
      d.g.values[out].round = round;
    }
  }
};

}  // namespace ETCH_NAMESPACE
