#pragma once

#include <etch/graph/pass/draft.hpp>

namespace ETCH_NAMESPACE {

/// Whether node n is a layer that takes a scale and an offset for each channel.
constexpr bool takes_scale_and_offset(const node& n, const value* values) {
  if (!n.op->folds_scale_and_offset || n.act != activation::none || n.folded) return false;
  const format& weights = values[n.inputs[1]].is.number;
  return is_f32(weights) || is_scaled(weights);
}
/// Makes node `at`, a scale and an offset of what the layer makes, part of the layer.
constexpr void fold_into(node& layer, const node& at) {
  layer.folded = {at.op, at.what, at.input_count - 1};
  for (int i = 1; i < at.input_count; ++i) layer.inputs[layer.input_count++] = at.inputs[i];
  layer.act = at.act;
  layer.clamp_low = at.clamp_low;
  layer.clamp_high = at.clamp_high;
}

/// conv2d | batch_norm becomes one conv2d, likewise depthwise_conv2d and dense: the layer gets the
/// constants of the batch_norm as additional inputs, and its kernel packs weights w[o] scale[o] and
/// biases b[o] scale[o] + offset[o]. Applies where the batch_norm is the only reader, and to every
/// operator that has a scale and an offset in each channel as batch_norm has: scale_and_offset_of.
///
/// It changes the rounding of f32 and so is not in the default pipeline:
/// constexpr auto g = run_passes<trained, list<fold_batch_norm>>().
struct fold_batch_norm {
  static constexpr const char* name = "fold_batch_norm";

  template <class D>
  static constexpr void apply(D& d) {
    for (int n = 0; n < D::size.nodes; ++n) {
      const node& at = d.g.nodes[n];
      if (!d.node_lives[n] || !at.op->folds_into_layers) continue;
      const int in = at.inputs[0];
      if (d.readers[in] != 1 || d.g.values[in].producer < 0) continue;
      node& layer = d.g.nodes[d.g.values[in].producer];
      if (!takes(d, layer) || !folds(d, at)) continue;
      if (layer.input_count + at.input_count - 1 > most_inputs) continue;
      fold_into(layer, at);
      d.merge_into_producer(n);
    }
  }

 private:
  /// Whether n ends with the sums of weights that are packed as f32.
  template <class D>
  static constexpr bool takes(const D& d, const node& n) {
    return takes_scale_and_offset(n, d.g.values);
  }
  /// Whether n is known to the compiler, from f32 to f32 of one shape.
  template <class D>
  static constexpr bool folds(const D& d, const node& n) {
    for (int i = 1; i < n.input_count; ++i) {
      if (!d.g.values[n.inputs[i]].is.is_constant) return false;
    }
    const operand &from = d.g.values[n.inputs[0]].is, &to = d.g.values[n.outputs[0]].is;
    return is_f32(from.number) && is_f32(to.number) && from.shape == to.shape;
  }
};

}  // namespace ETCH_NAMESPACE
