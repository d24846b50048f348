// Bonsai on digits in every number format that it has.
#pragma once

#include "../parameters_in.hpp"
#include "bonsai_digits.hpp"

namespace small_models::bonsai_digits {

using examples::affine_for, examples::constant_in, examples::in_q, examples::in_scales,
    examples::q_for;

template <class F>
using picture = etch::tensor<F, etch::shape<pixels>>;

/// Numbers with a point of their own.
template <class F>
inline constexpr auto real_graph =
    etch::graph<etch::tree::operators>([](etch::input<picture<F>> x) {
      using namespace etch::dsl;
      return bonsai<F>(x | dense(etch::quantised<project, F>) | to<F>, {.depth = depth},
                       constant_in<branches, F>, constant_in<weights, F>, constant_in<gates, F>);
    });

/// Affine codes of Bits bits: values to 4 and scores to 16, as train.py prints of the training
/// pictures; weights of the projection in 8 bits with a scale for each row.
template <int Bits>
inline constexpr auto affine_graph = etch::graph<etch::tree::operators>(
    [](etch::input<picture<etch::affine<etch::signed_code<Bits>, 1.0 / (1L << (Bits - 2))>>> x) {
      using namespace etch::dsl;
      using value = etch::affine<etch::signed_code<Bits>, 4.0 / (1L << (Bits - 1))>;
      using score = etch::affine<etch::signed_code<Bits>, 16.0 / (1L << (Bits - 1))>;
      using pixel = etch::affine<etch::signed_code<Bits>, 1.0 / (1L << (Bits - 2))>;
      return bonsai<score>(x | dense(in_scales<project, 8, pixel>) | to<value>,
                           {.depth = depth, .inner_bits = 11},
                           constant_in<branches, affine_for<branches, Bits>>,
                           constant_in<weights, affine_for<weights, Bits>>,
                           constant_in<gates, affine_for<gates, Bits>>);
    });

/// Powers of two: pixels are exact in 8 bits.
template <int Bits>
inline constexpr auto q_graph =
    etch::graph<etch::tree::operators>([](etch::input<picture<etch::q<3, 4>>> x) {
      using namespace etch::dsl;
      return bonsai<etch::q<4, Bits - 5>>(
          x | dense(in_q<project, Bits, etch::q<3, 4>>) | to<etch::q<2, Bits - 3>>,
          {.depth = depth, .inner_bits = 11}, constant_in<branches, q_for<branches, Bits>>,
          constant_in<weights, q_for<weights, Bits>>, constant_in<gates, q_for<gates, Bits>>);
    });

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
static_assert(etch::fits_ram<int8, 512>);

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

}  // namespace small_models::bonsai_digits
