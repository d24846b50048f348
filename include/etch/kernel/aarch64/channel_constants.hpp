// Constants of depthwise_conv2d of 8-bit codes with one filter a channel: weights in the order of a
// kernel, biases and factors by channel.
#pragma once

#include <etch/kernel/aarch64/epilogue.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

template <int Weights, int Channels, int Factors>
struct channel_constants {
  std::int8_t weights[Weights];
  std::int8_t border[16];  ///< codes of cells outside the input
  std::int32_t bias[Channels];
  std::int32_t factors[Factors];
  output_range range;
};

/// The constants of call C but its weights, Weights bytes. `Lifted`: biases take over what the zero
/// point of the value adds to a sum, so that cells outside the input count as zero points.
template <class C, int Weights, bool Lifted>
constexpr auto pack_channels() {
  constexpr byte_layer l = layer_of<C>;
  constexpr epilogue_rules rules = rules_of<C>;
  constexpr int channels = l.g.c, factors = rules.per_channel ? channels : 1;
  channel_constants<Weights, channels, rules.by_shift ? 1 : (rules.any_left ? 3 : 2) * factors> p{};
  pack_factors<C, factors, factors>(p.factors, [](int c) { return c; });
  for (int c = 0; c < channels; ++c) {
    std::int64_t bias = std::int64_t{sum_bias<C>(c)} + bias_part<C>(c);
    if constexpr (Lifted && l.x_zero != 0) bias -= l.x_zero * sum_weights<C>(c).sum();
    p.bias[c] = static_cast<std::int32_t>(bias);  // sums wrap, as in the definition
  }
  for (std::int8_t& code : p.border) code = static_cast<std::int8_t>(l.x_zero);
  p.range = range_of<C>();
  return p;
}

}  // namespace neon
}  // namespace ETCH_NAMESPACE
