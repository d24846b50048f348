// A network as it was before its batch norms were folded, to tell what folding gains.
#pragma once

#include <etch/host/calibration/float_network.hpp>

namespace ETCH_NAMESPACE {
namespace host {

/// The network with each folded batch norm as a layer of its own behind the sums: a depthwise
/// convolution of one cell, whose weights and biases are the norm's scales and offsets.
inline float_network with_batch_norms(const float_network& from) {
  float_network net = from;
  net.layers.clear();
  const auto add_value = [&](float_value v) {
    net.values.push_back(std::move(v));
    return static_cast<int>(net.values.size()) - 1;
  };
  const auto add_layer = [&](float_layer l) {
    net.values[static_cast<std::size_t>(l.output)].producer = static_cast<int>(net.layers.size());
    net.layers.push_back(std::move(l));
  };
  for (float_layer l : from.layers) {
    if (l.norm.of.empty()) {
      add_layer(std::move(l));
      continue;
    }
    float_layer norm = l;
    norm.kind = &kind_of_layer<depthwise_conv2d_layer>, norm.what = pack(ops::depthwise_conv2d{});
    norm.weights.clear(), norm.bias.clear();
    for (const scale_and_offset& c : l.norm.of) {
      norm.weights.push_back(c.scale);
      norm.bias.push_back(c.offset);
    }
    l.output = add_value(from.value(l.output));
    l.weights = l.norm.weights, l.bias = l.norm.bias, l.act = activation::none;
    const int channels = static_cast<int>(norm.bias.size());
    operand scales{f32::descriptor, {4, {1, 1, 1, channels}}, &layout_id<ohwi>};
    scales.is_constant = true;
    norm.inputs = {l.output, add_value({scales, "", norm.weights, -1, {}})};
    add_layer(std::move(l));
    add_layer(std::move(norm));
  }
  return net;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
