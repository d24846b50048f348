// ProtoNN on digits in every number format that it has.
#pragma once

#include "../parameters_in.hpp"
#include "proto_nn_digits.hpp"

namespace small_models::proto_nn_digits {

using examples::affine_for, examples::constant_in, examples::q_for;

/// Values of X, weights of W, prototypes of B, labels of Z, scores of Y.
template <class X, class W, class B, class Z, class Y>
inline constexpr auto graph = etch::graph([](etch::input<etch::tensor<X, etch::shape<pixels>>> x) {
  constexpr int inner_bits = etch::is_real(B::descriptor) ? 12 : B::descriptor.frac;
  return etch::dsl::proto_nn<Y>(x, {.gamma = gamma, .inner_bits = inner_bits},
                                constant_in<projection, W>, constant_in<centres, B>,
                                constant_in<labels, Z>);
});
template <class F>
inline constexpr auto real_graph = graph<F, F, F, F, F>;
/// Projected values are below 8, as train.py prints of the training pictures, and scores too.
template <int Bits>
using below_8 = etch::q<3, Bits - 4>;
template <int Bits>
inline constexpr auto q_graph = graph<etch::q<1, Bits - 2>, q_for<projection, Bits>, below_8<Bits>,
                                      q_for<labels, Bits>, below_8<Bits>>;
template <int Bits>
inline constexpr auto affine_graph =
    graph<etch::affine<etch::signed_code<Bits>, 1.0 / (1L << (Bits - 2))>,
          affine_for<projection, Bits>, below_8<Bits>, affine_for<labels, Bits>,
          etch::affine<etch::signed_code<Bits>, 8.0 / (1L << (Bits - 1))>>;

struct bf16 : etch::network<real_graph<etch::bf16>> {};
struct p16e1 : etch::network<real_graph<etch::posit<16, 1>>> {};
struct p8e2 : etch::network<real_graph<etch::posit<8, 2>>> {};
struct p8e0 : etch::network<real_graph<etch::posit<8, 0>>> {};
struct int16 : etch::network<affine_graph<16>> {};
struct int8 : etch::network<affine_graph<8>> {};
struct q16 : etch::network<q_graph<16>> {};
struct q12 : etch::network<q_graph<12>> {};
struct q8 : etch::network<q_graph<8>> {};
static_assert(etch::fits_ram<int16, 512>);
static_assert(etch::fits_ram<int8, 256>);

/// visit.operator()<Network>(name), for every network of the table; the first is the reference.
template <class Visit>
void for_each_format(const Visit& visit) {
  visit.template operator()<f32>("f32");
  visit.template operator()<bf16>("bf16");
  visit.template operator()<q16>("q16");
  visit.template operator()<q12>("q12");
  visit.template operator()<q8>("q8");
  visit.template operator()<int16>("int16");
  visit.template operator()<int8>("int8");
  visit.template operator()<p16e1>("posit<16,1>");
  visit.template operator()<p8e2>("posit<8,2>");
  visit.template operator()<p8e0>("posit<8,0>");
}

}  // namespace small_models::proto_nn_digits
