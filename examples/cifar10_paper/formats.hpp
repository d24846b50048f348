// The network of CMSIS-NN's paper in every number format, its weights those of single precision.
#pragma once

#include "../parameters_in.hpp"
#include "../ten_formats.hpp"
#include "network.hpp"

namespace cifar10_paper {

/// What a value holds at most: the picture, what is behind the first convolution, what follows.
inline constexpr double largest[]{1, 4, 8};

/// The seeded layer L: three convolutions and what is fully connected.
template <int L>
inline constexpr auto& seeded_layer = weights<32, 4, 10, 1024>;
template <>
inline constexpr auto& seeded_layer<0> = weights<32, 1, 32, 5, 5, 3>;
template <>
inline constexpr auto& seeded_layer<1> = weights<32, 4, 32, 5, 5, 32>;
template <>
inline constexpr auto& seeded_layer<2> = weights<32, 4, 64, 5, 5, 32>;

/// All numbers in X, which has a point of its own.
template <class X>
struct in_reals {
  template <int>
  using value = X;
  template <int L, class>
  static constexpr auto layer = etch::quantised<seeded_layer<L>, X>;
};
/// Powers of two in Bits bits, weights in as many as sums of 32 bits bear.
template <int Bits>
struct in_powers {
  static constexpr int weight_bits = Bits == 16 ? 8 : Bits;
  template <int K>
  using value = q_of<Bits, etch::fraction_bits(largest[K], Bits, etch::group::parameters)>;
  template <int L, class X>
  static constexpr auto layer = examples::in_q<seeded_layer<L>, weight_bits, X>;
};
/// Affine codes of Bits bits whose zero is 0, weights of 8 with a scale for each channel.
template <int Bits>
struct in_affine {
  template <int K>
  using value = etch::affine<etch::signed_code<Bits>, largest[K] / (1L << (Bits - 1))>;
  template <int L, class X>
  static constexpr auto layer = examples::in_scales<seeded_layer<L>, 8, X>;
};

/// The graph with numbers of W: W::value<K> that of largest[K], W::layer<L, X> layer L behind
/// values of X.
template <class W>
inline constexpr auto graph_in =
    etch::graph([](etch::input<tensor<typename W::template value<0>, shape<32, 32, 3>>> image) {
      using namespace etch::dsl;
      using x0 = typename W::template value<0>;
      using x1 = typename W::template value<1>;
      using x2 = typename W::template value<2>;
      return image | conv2d(W::template layer<0, x0>) | to<x1> | relu |
             max_pool<3>({.stride = 2, .pad = same}) | tap("pool1") |
             conv2d(W::template layer<1, x1>) | to<x2> | relu |
             max_pool<3>({.stride = 2, .pad = same}) | tap("pool2") |
             conv2d(W::template layer<2, x2>) | to<x2> | relu |
             max_pool<3>({.stride = 2, .pad = same}) | tap("pool3") |
             dense(W::template layer<3, x2>) | to<x2> | tap("ip1");
    });
template <class W>
struct network_in : etch::network<graph_in<W>> {};

using formats = examples::ten_formats<in_reals, in_powers, in_affine>;
template <class Visit>
void for_each_format(const Visit& visit) {
  examples::for_each_of<network_in, formats>(visit);
}

}  // namespace cifar10_paper
