// ML-KWS's DNN-M, DNN-L, DS-CNN-M and DS-CNN-L (Zhang et al., Hello Edge) in 8 bits and in f32,
// with seeded weights: theirs are not here. Each layer's weights are scaled so that what it gives
// varies and seldom saturates; seeded.cpp measures that.
#pragma once

#include "../seeded.hpp"

#include <cstdint>

namespace words::seeded {

using etch::f32, etch::q_of, etch::shape, etch::tensor, etch::wire;
using examples::count, examples::depthwise_weights, examples::balanced_weights;

/// Values in Bits bits of which so many are before the point; 32 are f32.
template <int Bits, int Whole>
using value = etch::element_t<etch::list<q_of<8, 7 - Whole>, f32>, Bits == 32 ? 1 : 0>;

/// Three layers of Width on every second hop of a second, 25 x 10 coefficients; Last scales the
/// weights of the scores.
template <int Bits, int Width, int Last>
inline constexpr auto dnn = etch::graph([](etch::input<tensor<value<Bits, 6>, shape<1, 250>>> x) {
  using namespace etch::dsl;
  using inner = value<Bits, 2>;
  return x | dense(balanced_weights<1, Bits, 7, Width, 250>) | to<inner> | relu |
         dense(balanced_weights<2, Bits, 3, Width, Width>) | to<inner> | relu |
         dense(balanced_weights<3, Bits, 3, Width, Width>) | to<inner> | relu |
         dense(balanced_weights<4, Bits, Last, 12, Width>) | to<inner>;
});
template <int Bits>
inline constexpr const auto& dnn_m = dnn<Bits, 256, 2>;
template <int Bits>
inline constexpr const auto& dnn_l = dnn<Bits, 436, 3>;
template <int Width>
constexpr int dnn_parameters = count(balanced_weights<0, 8, 0, Width, 250>) +
                               2 * count(balanced_weights<0, 8, 0, Width, Width>) +
                               count(balanced_weights<0, 8, 0, 12, Width>);
static_assert(dnn_parameters<256> == 198'924 && dnn_parameters<436> == 495'744);

/// A depthwise convolution and a pointwise one, whose weights are scaled by Scale; the first pair's
/// windows are 2 apart.
template <int I, int Bits, int Channels, int Scale>
constexpr wire pair_of_layers(wire x) {
  using namespace etch::dsl;
  using inner = value<Bits, 3>;
  return x |
         depthwise_conv2d(depthwise_weights<I, Bits, 0, 3, Channels>, {.stride = I == 0 ? 2 : 1}) |
         to<inner> | relu | conv2d(balanced_weights<I, Bits, Scale, Channels, 1, 1, Channels>) |
         to<inner> | relu;
}
template <int Bits, int Channels, int... Scales, int... I>
constexpr wire pairs_of_layers(wire x, etch::detail::indices<I...>) {
  ((x = pair_of_layers<I, Bits, Channels, Scales>(x)), ...);
  return x;
}
/// A convolution of 10x4 whose windows are 2 hops and 1 coefficient apart, pairs of a depthwise and
/// a pointwise one, one for each scale, the mean; Last scales the weights of the scores.
template <int Bits, int Channels, int Last, int... Scales>
inline constexpr auto ds_cnn =
    etch::graph([](etch::input<tensor<value<Bits, 6>, shape<50, 10, 1>>> second) {
      using namespace etch::dsl;
      const wire first =
          second | conv2d(balanced_weights<0, Bits, 6, Channels, 10, 4, 1>, {.stride = {2, 1}}) |
          to<value<Bits, 2>> | relu;
      return pairs_of_layers<Bits, Channels, Scales...>(
                 first, etch::detail::first<static_cast<int>(sizeof...(Scales))>{}) |
             global_avg_pool | dense(balanced_weights<0, Bits, Last, 12, Channels>) |
             to<value<Bits, 3>>;
    });
template <int Bits>
inline constexpr const auto& ds_cnn_m = ds_cnn<Bits, 172, 1, 2, 2, 2, 2>;
template <int Bits>
inline constexpr const auto& ds_cnn_l = ds_cnn<Bits, 276, 2, 2, 3, 2, 3, 2>;
template <int Channels, int Pairs>
constexpr int ds_cnn_parameters =
    count(balanced_weights<0, 8, 0, Channels, 10, 4, 1>) +
    Pairs * (count(depthwise_weights<0, 8, 0, 3, Channels>) +
             count(balanced_weights<0, 8, 0, Channels, 1, 1, Channels>)) +
    count(balanced_weights<0, 8, 0, 12, Channels>);
static_assert(ds_cnn_parameters<172, 4> == 135'032 && ds_cnn_parameters<276, 5> == 410'700);

}  // namespace words::seeded
