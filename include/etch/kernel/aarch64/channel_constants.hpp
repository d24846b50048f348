// Constants of depthwise_conv2d of 8-bit codes with one filter a channel: weights in the order of a
// kernel, biases and factors by channel.
#pragma once

#include <etch/kernel/aarch64/epilogue.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

/// Where the constants of a layer lie: the same for layers of any number of channels.
struct channel_places {
  const std::int8_t *weights, *border;
  const std::int32_t *bias, *factors;
  int channels;
  output_range range;
  std::int32_t zero;
};
template <int Weights, int Channels, int Factors>
struct channel_constants {
  std::int8_t weights[Weights];
  std::int8_t border[16];  ///< codes of cells outside the input
  std::int32_t bias[Channels];
  std::int32_t factors[Factors];
  output_range range;
  std::int32_t zero;  ///< of weights

  constexpr channel_places places() const {
    return {weights, border, bias, factors, Channels, range, zero};
  }
};

/// Whether weights j and k, cells of a window, are both -128 in a channel: 16 bits do not hold the
/// sum of their products with codes.
template <class C>
constexpr bool both_lowest(int j, int k) {
  constexpr int channels = layer_of<C>.g.c;
  const unsigned char *a = C::bytes(1) + j * channels, *b = C::bytes(1) + k * channels;
  for (int c = 0; c < channels; ++c) {
    if (a[c] == 128 && b[c] == 128) return true;
  }
  return false;
}

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
  p.zero = l.w_zero;
  return p;
}

#if ETCH_HAS_NEON

/// The factors of channels c .. c + 3.
template <epilogue_rules F>
ETCH_GLUE factor_vectors load_factors_of(const channel_places& p, int c) {
  return load_factors<F>(p.factors, c, F.per_channel ? p.channels : 1);
}
/// Writes the codes of channels c .. c + 7 of Pixels pixels from y on; `low` and `high`: the sums
/// of the first four of each and of the others.
template <int Pixels, epilogue_rules F>
ETCH_GLUE void write_channels(std::int8_t* y, const int32x4_t* low, const int32x4_t* high,
                              const channel_places& p, int c) {
  const auto a = load_factors_of<F>(p, c), b = load_factors_of<F>(p, c + 4);
  unroll<(Pixels + 1) / 2>([&]<int I>() __attribute__((always_inline)) {
    constexpr int q = 2 * I, r = minimum(q + 1, Pixels - 1);
    store_eights<F>(y + q * p.channels, y + r * p.channels, low[q], high[q], low[r], high[r], a, b,
                    p.range);
  });
}

#endif

}  // namespace neon
}  // namespace ETCH_NAMESPACE
