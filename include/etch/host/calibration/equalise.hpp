// Cross-layer equalisation: channels between two layers are scaled so that those of small numbers
// lose less where all share one scale.
#pragma once

#include <etch/host/calibration/statistics.hpp>

namespace ETCH_NAMESPACE {
namespace host {

namespace equalising {

/// The layer with weights that alone reads value v, through layers that keep factors of channels;
/// null if there is none.
inline float_layer* next_with_weights(float_network& net, int v) {
  for (;;) {
    const float_value& is = net.value(v);
    if (is.readers.size() != 1 || v == net.output) return nullptr;
    float_layer& reader = net.layers[static_cast<std::size_t>(is.readers[0])];
    if (reader.kind->has_weights) return &reader;
    if (!reader.kind->keeps_factors || reader.act > activation::relu) return nullptr;
    v = reader.output;
  }
}

}  // namespace equalising

/// Divides every channel c of a value between two layers with weights by a factor s[c], and
/// multiplies the weights that read it: s = sqrt(magnitude of the channel / that of its weights),
/// so that both have the same share. Only where relu, pools and the like lie between. The network
/// computes the same in real numbers. Returns how many values were scaled. Source: Nagel et al.,
/// Data-free quantization through weight equalization, 2019, there with the magnitudes of weights
/// for both.
inline int equalise(float_network& net, const statistics& s) {
  int scaled = 0;
  for (float_layer& before : net.layers) {
    if (!before.kind->has_weights || before.act > activation::relu) continue;
    float_layer* const after = equalising::next_with_weights(net, before.output);
    if (after == nullptr) continue;
    const int channels = net.channels(before);
    operand room[most_inputs]{};
    const operands x = net.operands_of(*after, room);
    const auto channel_read = [&](std::size_t i) {
      return after->kind->input_channel(after->what, x, channels, static_cast<int>(i));
    };
    if (channel_read(0) < 0) continue;
    const numbers& values = s.channels[static_cast<std::size_t>(before.output)];
    numbers weights(static_cast<std::size_t>(channels)), factor(weights.size(), 1);
    for (std::size_t i = 0; i < after->weights.size(); ++i) {
      double& most = weights[static_cast<std::size_t>(channel_read(i))];
      most = std::fmax(most, std::fabs(after->weights[i]));
    }
    double most_before = 0, most_after = 0;
    for (std::size_t c = 0; c < factor.size(); ++c) {
      if (values[c] > 0 && weights[c] > 0) factor[c] = std::sqrt(values[c] / weights[c]);
      most_before = std::fmax(most_before, values[c]);
      most_after = std::fmax(most_after, values[c] / factor[c]);
    }
    // the largest number stays as large as it was
    if (most_after > 0)
      for (double& f : factor) f *= most_after / most_before;
    for (std::size_t i = 0; i < before.weights.size(); ++i) {
      before.weights[i] /= factor[static_cast<std::size_t>(net.channel_of(before, i))];
    }
    for (std::size_t c = 0; c < factor.size(); ++c) before.bias[c] /= factor[c];
    for (std::size_t i = 0; i < after->weights.size(); ++i) {
      after->weights[i] *= factor[static_cast<std::size_t>(channel_read(i))];
    }
    ++scaled;
  }
  return scaled;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
