// FastGRNN (Kusupati et al.) on the features of a second: 25 steps of two hops each, 100 units,
// weights of ranks 16 and 25; the last state is scored.
#pragma once

#include "../parameters_in.hpp"
#include "dnn.hpp"

#include <words_fastgrnn_gate_bias.hpp>
#include <words_fastgrnn_new_bias.hpp>
#include <words_fastgrnn_scores_bias.hpp>
#include <words_fastgrnn_scores_weight.hpp>
#include <words_fastgrnn_shares.hpp>
#include <words_fastgrnn_u1.hpp>
#include <words_fastgrnn_u2.hpp>
#include <words_fastgrnn_w1.hpp>
#include <words_fastgrnn_w2.hpp>

namespace words::fastgrnn {

constexpr int steps = heard_hops / 2, columns = 2 * heard_coefficients, units = 100;

inline constexpr dnn::matrix<etch::f32, 16, columns> w1{blob::words_fastgrnn_w1_bytes};
inline constexpr dnn::matrix<etch::f32, units, 16> w2{blob::words_fastgrnn_w2_bytes};
inline constexpr dnn::matrix<etch::f32, 25, units> u1{blob::words_fastgrnn_u1_bytes};
inline constexpr dnn::matrix<etch::f32, units, 25> u2{blob::words_fastgrnn_u2_bytes};
inline constexpr dnn::vector<units> gate_bias{blob::words_fastgrnn_gate_bias_bytes};
inline constexpr dnn::vector<units> new_bias{blob::words_fastgrnn_new_bias_bytes};
inline constexpr etch::parameters scores{
    dnn::matrix<etch::f32, 12, units>{blob::words_fastgrnn_scores_weight_bytes},
    dnn::vector<12>{blob::words_fastgrnn_scores_bias_bytes}};

/// Integers between two matrices have 16 bits, so many of them behind the point: rows of w1 sum to
/// 0.7 and those of u1 to 22, inputs stay below 64 and states below 1, so none saturates.
constexpr int inner_bits = 9;
constexpr etch::dsl::fastgrnn_options options{
    .zeta = etch::load<float>(blob::words_fastgrnn_shares_bytes, 0),
    .nu = etch::load<float>(blob::words_fastgrnn_shares_bytes, 1),
    .inner_bits = inner_bits};

using etch::dsl::low_rank;
using examples::affine_for, examples::bias_in, examples::constant_in, examples::in_q,
    examples::in_scales;

/// Two hops a step.
constexpr etch::wire steps_of(etch::wire second) {
  using namespace etch::dsl;
  return second | reshape<1, steps, columns>;
}
constexpr etch::wire last(etch::wire states) {
  using namespace etch::dsl;
  return states | slice(range{0, 1}, range{steps - 1, 1}, range{0, units});
}

/// As trained.
inline constexpr auto f32_graph = etch::graph([](etch::input<second<etch::f32>> x) {
  using namespace etch::dsl;
  return last(etch::dsl::fastgrnn<etch::f32>(steps_of(x), options, low_rank(w1, w2),
                                             low_rank(u1, u2), gate_bias, new_bias)) |
         dense(scores);
});

/// Numbers with a point of their own.
template <class X>
inline constexpr auto real_graph = etch::graph([](etch::input<second<X>> x) {
  using namespace etch::dsl;
  return last(etch::dsl::fastgrnn<X>(steps_of(x), options,
                                     low_rank(constant_in<w1, X>, constant_in<w2, X>),
                                     low_rank(constant_in<u1, X>, constant_in<u2, X>),
                                     constant_in<gate_bias, X>, constant_in<new_bias, X>)) |
         dense(etch::quantised<scores, X>) | to<X>;
});

/// Affine codes: values X, states H and scores Y, weights in Bits bits with one scale, but those of
/// the scores in 8.
template <class X, class H, class Y, int Bits>
inline constexpr auto affine_graph = etch::graph([](etch::input<second<X>> x) {
  using namespace etch::dsl;
  using between = etch::affine<std::int16_t, etch::power_of_two(-inner_bits)>;
  using of_w2 = affine_for<w2, Bits>;
  return last(etch::dsl::fastgrnn<H>(
             steps_of(x), options,
             low_rank(constant_in<w1, affine_for<w1, Bits>>, constant_in<w2, of_w2>),
             low_rank(constant_in<u1, affine_for<u1, Bits>>, constant_in<u2, affine_for<u2, Bits>>),
             bias_in<gate_bias, between, of_w2>, bias_in<new_bias, between, of_w2>)) |
         dense(in_scales<scores, 8, H>) | to<Y>;
});

/// Powers of two: values, states and weights in Bits bits; 12 at most for the scores, whose sums
/// have 32.
template <int Bits>
inline constexpr auto q_graph = etch::graph([](etch::input<second<dnn::heard<Bits>>> x) {
  using namespace etch::dsl;
  using below_4 = etch::q_of<Bits, Bits - 3>;  // both matrices that end at a gate
  using bias = etch::q<3, 12>;
  constexpr int narrow = Bits < 12 ? Bits : 12;
  using state = etch::q<0, narrow - 1>;
  return last(etch::dsl::fastgrnn<etch::q<0, Bits - 1>>(
             steps_of(x), options,
             low_rank(constant_in<w1, examples::q_for<w1, Bits>>, constant_in<w2, below_4>),
             low_rank(constant_in<u1, examples::q_for<u1, Bits>>, constant_in<u2, below_4>),
             constant_in<gate_bias, bias>, constant_in<new_bias, bias>)) |
         to<state> | dense(in_q<scores, narrow, state>) | to<etch::q_of<Bits, Bits - 5>>;
});

struct f32 : etch::network<f32_graph> {};
struct bf16 : etch::network<real_graph<etch::bf16>> {};
struct p16e1 : etch::network<real_graph<etch::posit<16, 1>>> {};
struct int16 : etch::network<affine_graph<etch::affine<std::int16_t, 1.0 / 512>,
                                          etch::affine<std::int16_t, 1.0 / 32768>,
                                          etch::affine<std::int16_t, 1.0 / 2048>, 16>> {};
struct int8 : etch::network<
                  affine_graph<etch::affine<std::int8_t, 0.5>, etch::affine<std::int8_t, 1.0 / 128>,
                               etch::affine<std::int8_t, 1.0 / 8>, 8>> {};
struct q16 : etch::network<q_graph<16>> {};
struct q12 : etch::network<q_graph<12>> {};
struct q8 : etch::network<q_graph<8>> {};
static_assert(etch::fits_ram<int16, 8192>);

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
}

}  // namespace words::fastgrnn
