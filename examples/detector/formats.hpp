// The detectors in every number format that they have.
#pragma once

#include "../parameters_in.hpp"
#include "../ten_formats.hpp"
#include "network.hpp"

namespace detector {

/// The numbers of convolution K, of detector_<kind>_formats.hpp.
template <class Kind, int K>
struct as_trained;

/// Convolution K with weights in W.
template <class Kind, int K, class W>
inline constexpr constant<tensor<W, filters<Kind, K>, etch::ohwi>> weights_in{
    as_trained<Kind, K>::weights(W{})};
template <class Kind, int K>
inline constexpr constant<tensor<etch::f32, shape<channels<Kind>(K)>>> trained_bias{
    as_trained<Kind, K>::bias};
/// The same behind values of X, with biases in units of the sums.
template <class Kind, int K, class W, class X>
inline constexpr parameters in_integers{weights_in<Kind, K, W>,
                                        examples::bias_in<trained_bias<Kind, K>, X, W>};

/// All numbers in X, which has a point of its own.
template <class Kind, class X>
struct in_reals {
  template <int>
  using value = X;
  template <int K>
  static constexpr parameters conv{weights_in<Kind, K, X>,
                                   examples::constant_in<trained_bias<Kind, K>, X>};
};

/// Dynamic fixed point: values in Bits bits and weights in Weights bits, with the ranges that they
/// have in 8. With weights of 16, sums would leave 32 bits.
template <class Kind, int Bits, int Weights>
struct in_powers {
  template <int K>
  using value = fixed<trained<Kind, K + 1>::of_input + Bits - 8, Bits>;
  template <int K>
  static constexpr auto conv =
      in_integers<Kind, K, etch::q_of<Weights, trained<Kind, K>::of_weights + Weights - 8>,
                  value<K - 1>>;
};

/// Affine codes of Bits bits over the same ranges, of 8 bits from 0 on behind relu; weights in 8
/// bits with a scale for each channel.
template <class Kind, int Bits>
struct in_affine {
  using code = etch::signed_code<Bits>;
  static constexpr int codes = 1 << (Bits - 1);
  static constexpr double largest(int fraction) { return 128.0 / (1 << fraction); }
  template <int K>
  static constexpr double most = K == 0 ? 0.5 : largest(trained<Kind, K + 1>::of_input);
  template <int K>
  static constexpr bool is_above_0 = Bits == 8 && K > 0 && K < 15;
  template <int K>
  using value = etch::affine<code, most<K> / (is_above_0<K> ? 2 * codes - 1 : codes),
                             is_above_0<K> ? -codes : 0>;
  template <int K>
  static constexpr auto conv =
      in_integers<Kind, K, typename as_trained<Kind, K>::int8, value<K - 1>>;
};

/// The numbers that the graph may have; the first are those of training.
template <class Kind>
using formats =
    etch::list<in_reals<Kind, etch::f32>, in_reals<Kind, etch::bf16>, in_powers<Kind, 16, 10>,
               in_powers<Kind, 12, 12>, in_8_bits<Kind>, in_affine<Kind, 16>, in_affine<Kind, 8>,
               in_reals<Kind, etch::posit<16, 1>>, in_reals<Kind, etch::posit<8, 2>>,
               in_reals<Kind, etch::posit<8, 0>>>;

/// For any machine, which spares the compiler what each of them packs.
template <class W>
struct network_in : etch::network<with<W>::graph, etch::generic> {};

/// visit.operator()<Network>(name).
template <class Kind, class Visit>
void for_each_format(const Visit& visit) {
  examples::for_each_of<network_in, formats<Kind>>(visit);
}

}  // namespace detector
