#pragma once

#include <etch/graph/pass/draft.hpp>

namespace ETCH_NAMESPACE {

/// conv2d | batch_norm becomes one conv2d, likewise depthwise_conv2d and dense: the layer gets the
/// constants of the batch_norm as further inputs, and its kernel packs weights w[o] scale[o] and
/// biases b[o] scale[o] + offset[o]. Done where the batch_norm is the only reader.
///
/// Changes how f32 is rounded, hence no part of the default pipeline:
/// constexpr auto g = run_passes<trained, list<fold_batch_norm>>().
struct fold_batch_norm {
  static constexpr const char* name = "fold_batch_norm";

  template <class D>
  static constexpr void apply(D& d) {
    for (int n = 0; n < D::size.nodes; ++n) {
      const node& at = d.g.nodes[n];
      if (!d.node_lives[n] || !at.op->folds_into_layers) continue;
      const int in = at.inputs[0], out = at.outputs[0], extra = at.input_count - 1;
      if (d.readers[in] != 1 || d.g.values[in].producer < 0) continue;
      node& layer = d.g.nodes[d.g.values[in].producer];
      if (!layer.op->folds_batch_norm || layer.act != activation::none || layer.norm_inputs > 0)
        continue;
      if (!(d.g.values[in].is.shape == d.g.values[out].is.shape)) continue;
      for (int i = 0; i < extra; ++i) layer.inputs[layer.input_count++] = at.inputs[1 + i];
      layer.norm_inputs = extra;
      layer.norm = unpack<ops::batch_norm>(at.what);
      layer.act = at.act;
      layer.clamp_low = at.clamp_low;
      layer.clamp_high = at.clamp_high;
      d.merge_into_producer(n);
    }
  }
};

}  // namespace ETCH_NAMESPACE
