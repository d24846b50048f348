// Batch normalisation folded into the weights and bias of the layer before it, as constants that
// can be quantised.
#pragma once

#include <etch/op/batch_norm.hpp>
#include <etch/tensor/quantise.hpp>

namespace ETCH_NAMESPACE {

/// w[o,..] scale[o] and b[o] scale[o] + offset[o] as little-endian floats, where of_channel(o)
/// is the batch_norm of channel o; `bias` may be null. At run time too.
template <class OfChannel>
constexpr void fold_bytes(unsigned char* new_weights, unsigned char* new_bias,
                          const unsigned char* weights, const unsigned char* bias, int count,
                          int channels, const OfChannel& of_channel, channels_at at) {
  for (int c = 0; c < channels; ++c) {
    const scale_and_offset y = of_channel(c);
    const double b = is_null(bias) ? 0 : static_cast<double>(load<float>(bias, c));
    detail::put_code<32>(new_bias, c, static_cast<float>(b * y.scale + y.offset));
  }
  for (int i = 0; i < count; ++i) {
    const double scale = of_channel(detail::channel_of(i, count, channels, at)).scale;
    const double w = static_cast<double>(load<float>(weights, i)) * scale;
    detail::put_code<32>(new_weights, i, static_cast<float>(w));
  }
}

/// f32 weights and bias into which a batch_norm is folded.
template <class W, class B>
struct folded_layer {
  codes_of_constant<W> weights;
  codes_of_constant<B> bias;
};

namespace detail {
template <int Channels>
struct scales_and_offsets {
  scale_and_offset of[Channels]{};
  constexpr scale_and_offset operator()(int c) const { return of[c]; }
};
/// The bias of a layer that has one.
struct no_bias {
  static constexpr const unsigned char* data() { return nullptr; }
};
template <class W, class B>
constexpr auto bytes_of_bias(const parameters<W, B>& layer) {
  if constexpr (__is_same(B, void)) return no_bias{};
  else return bytes_in(layer.bias);
}
}  // namespace detail

/// The parameters of `layer` with batch_norm(gamma, beta, mean, variance) folded in, in single
/// precision as by the pass fold_batch_norm:
///   inline constexpr auto folded = etch::fold(trained, gamma, beta, mean, variance);
///   inline constexpr auto codes = etch::quantise<etch::q<0, 7>>(folded.weights.as_constant());
template <class W, class B, class S, class L>
consteval auto fold(const parameters<constant<W>, B>& layer, constant<tensor<f32, S, L>> gamma,
                    constant<tensor<f32, S, L>> beta, constant<tensor<f32, S, L>> mean,
                    constant<tensor<f32, S, L>> variance, double epsilon = 1e-3F,
                    epsilon_at place = epsilon_at::variance, channels_at at = channels_at::first) {
  constexpr int channels = S::descriptor.size();
  detail::scales_and_offsets<channels> folded;
  const bytes_in scales(gamma), offsets(beta), means(mean), variances(variance);
  for (int c = 0; c < channels; ++c) {
    const auto number = [c](const auto& k) {
      return static_cast<double>(load<float>(k.data(), c));
    };
    folded.of[c] = ops::batch_norm::normalising(number(scales), number(offsets), number(means),
                                                number(variances), epsilon, place);
  }
  folded_layer<W, tensor<f32, shape<channels>>> made;
  fold_bytes(made.weights.bytes, made.bias.bytes, bytes_in(layer.weights).data(),
             detail::bytes_of_bias(layer).data(), made.weights.count, channels, folded, at);
  return made;
}

}  // namespace ETCH_NAMESPACE
