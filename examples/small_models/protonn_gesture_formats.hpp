// EdgeML's ProtoNN of gestures in every number format.
#pragma once

#include "../ten_formats.hpp"
#include "protonn_gesture.hpp"

namespace small_models::protonn_gesture {

using examples::affine_for, examples::constant_in, examples::q_for;

/// Features below 512, prototypes below 4096, scores below 2.
template <int Bits>
using feature_q = etch::q_of<Bits, Bits - 10>;
template <int Bits>
using below_4096 = etch::q_of<Bits, Bits - 13>;
template <int Bits>
using score_q = etch::q_of<Bits, Bits - 2>;

/// Values of X, weights of W, prototypes of B, labels of Z, scores of Y.
template <class X, class W, class B, class Z, class Y>
inline constexpr auto graph =
    etch::graph([](etch::input<etch::tensor<X, etch::shape<features>>> x) {
      constexpr int inner_bits = etch::is_real(B::descriptor) ? 12 : B::descriptor.frac;
      return etch::dsl::proto_nn<Y>(x, {.gamma = gamma, .inner_bits = inner_bits},
                                    constant_in<projection, W>, constant_in<centres, B>,
                                    constant_in<labels, Z>);
    });
template <class F>
struct in_reals {
  static constexpr auto& graph = protonn_gesture::graph<F, F, F, F, F>;
};
template <int Bits>
struct in_powers {
  static constexpr auto& graph =
      protonn_gesture::graph<feature_q<Bits>, q_for<projection, Bits>, below_4096<Bits>,
                             q_for<labels, Bits>, score_q<Bits>>;
};
template <int Bits>
struct in_affine {
  static constexpr auto& graph =
      protonn_gesture::graph<etch::affine<etch::signed_code<Bits>, 512.0 / (1L << (Bits - 1))>,
                             affine_for<projection, Bits>, below_4096<Bits>,
                             affine_for<labels, Bits>,
                             etch::affine<etch::signed_code<Bits>, 2.0 / (1L << (Bits - 1))>>;
};
template <class Numbers>
struct network_in : etch::network<Numbers::graph> {};

/// visit.operator()<Network>(name); the first is the reference.
template <class Visit>
void for_each_format(const Visit& visit) {
  examples::for_each_of<network_in, examples::ten_formats<in_reals, in_powers, in_affine>>(visit);
}

}  // namespace small_models::protonn_gesture
