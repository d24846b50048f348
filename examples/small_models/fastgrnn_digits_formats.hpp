// FastGRNN on digits in every number format that it has.
#pragma once

#include "../parameters_in.hpp"
#include "fastgrnn_digits.hpp"

namespace small_models::fastgrnn_digits {

using examples::affine_for, examples::bias_in, examples::constant_in, examples::in_q,
    examples::in_scales;

template <class F>
using picture = etch::tensor<F, etch::shape<1, rows, columns>>;
/// The last of the states.
constexpr etch::wire last(etch::wire states) {
  using namespace etch::dsl;
  return states | slice(range{0, 1}, range{rows - 1, 1}, range{0, units});
}

/// Numbers with a point of their own: values of X, weights of W.
template <class X, class W = X>
inline constexpr auto real_graph = etch::graph([](etch::input<picture<X>> x) {
  using namespace etch::dsl;
  return last(fastgrnn<X>(x, {.zeta = zeta, .nu = nu}, constant_in<w, W>, constant_in<u, W>,
                          constant_in<gate_bias, W>, constant_in<new_bias, W>)) |
         dense(etch::quantised<scores, W>) | to<X>;
});

/// Affine codes: weights in Bits bits with one scale, but those of the scores in 8.
template <class X, class H, class Y, int Bits>
inline constexpr auto affine_graph = etch::graph([](etch::input<picture<X>> x) {
  using namespace etch::dsl;
  using of_x = affine_for<w, Bits>;
  return last(fastgrnn<H>(x, {.zeta = zeta, .nu = nu}, constant_in<w, of_x>,
                          constant_in<u, affine_for<u, Bits>>, bias_in<gate_bias, X, of_x>,
                          bias_in<new_bias, X, of_x>)) |
         dense(in_scales<scores, 8, H>) | to<Y>;
});

/// Powers of two: pixels and states below 1, weights below 4; 12 bits at most for the scores, whose
/// sums have 32.
template <int Bits>
inline constexpr auto q_graph = etch::graph([](etch::input<picture<etch::q<0, Bits - 1>>> x) {
  using namespace etch::dsl;
  using weight = etch::q<2, Bits - 3>;
  using bias = etch::q<35 - 2 * Bits, 2 * Bits - 4>;
  constexpr int narrow = Bits < 12 ? Bits : 12;
  using state = etch::q<0, narrow - 1>;
  return last(fastgrnn<etch::q<0, Bits - 1>>(x, {.zeta = zeta, .nu = nu}, constant_in<w, weight>,
                                             constant_in<u, weight>, constant_in<gate_bias, bias>,
                                             constant_in<new_bias, bias>)) |
         to<state> | dense(in_q<scores, narrow, state>) | to<etch::q<3, Bits - 4>>;
});

struct bf16 : etch::network<real_graph<etch::bf16>> {};
struct p16e1 : etch::network<real_graph<etch::posit<16, 1>>> {};
struct p8e2 : etch::network<real_graph<etch::posit<8, 2>>> {};
struct p8e0 : etch::network<real_graph<etch::posit<8, 0>>> {};
struct int16 : etch::network<affine_graph<etch::affine<std::int16_t, 1.0 / 32767>,
                                          etch::affine<std::int16_t, 1.0 / 32768>,
                                          etch::affine<std::int16_t, 1.0 / 4096>, 16>> {};
struct int8 : etch::network<affine_graph<etch::affine<std::int8_t, 1.0 / 128, -128>,
                                         etch::affine<std::int8_t, 1.0 / 128>,
                                         etch::affine<std::int8_t, 1.0 / 16>, 8>> {};
struct q16 : etch::network<q_graph<16>> {};
struct q12 : etch::network<q_graph<12>> {};
struct q8 : etch::network<q_graph<8>> {};
static_assert(etch::fits_ram<int16, 1024>);
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

}  // namespace small_models::fastgrnn_digits
