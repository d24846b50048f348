// EdgeML's FastGRNN of low rank on digits of USPS, 16 rows of 16 pixels, less their mean and over
// their deviation: a row a call, which leaves its state to the next, or a picture at once.
#pragma once

#include "../parameters_in.hpp"

#include <fastgrnn_usps_Bg.hpp>
#include <fastgrnn_usps_Bh.hpp>
#include <fastgrnn_usps_FC_W.hpp>
#include <fastgrnn_usps_FC_b.hpp>
#include <fastgrnn_usps_U1.hpp>
#include <fastgrnn_usps_U2.hpp>
#include <fastgrnn_usps_W1.hpp>
#include <fastgrnn_usps_W2.hpp>

namespace small_models::fastgrnn_usps {

constexpr int rows = 16, columns = 16, units = 32, rank = 5, classes = 10;
constexpr float zeta = 0.8710976839065552F, nu = 0.07758260518312454F;

template <class F, int... D>
using matrix = etch::constant<etch::tensor<F, etch::shape<D...>, etch::ohwi>>;
inline constexpr matrix<etch::f32, rank, columns> w1{blob::fastgrnn_usps_W1_bytes};
inline constexpr matrix<etch::f32, units, rank> w2{blob::fastgrnn_usps_W2_bytes};
inline constexpr matrix<etch::f32, rank, units> u1{blob::fastgrnn_usps_U1_bytes};
inline constexpr matrix<etch::f32, units, rank> u2{blob::fastgrnn_usps_U2_bytes};
inline constexpr matrix<etch::f32, units> gate_bias{blob::fastgrnn_usps_Bg_bytes};
inline constexpr matrix<etch::f32, units> new_bias{blob::fastgrnn_usps_Bh_bytes};
inline constexpr matrix<etch::f32, classes, units> scores{blob::fastgrnn_usps_FC_W_bytes};
inline constexpr matrix<etch::f32, classes> scores_bias{blob::fastgrnn_usps_FC_b_bytes};

template <class F, int Rows>
using lines = etch::input<etch::tensor<F, etch::shape<1, Rows, columns>>>;
/// The last of so many states.
constexpr etch::wire last(etch::wire states, int count) {
  using namespace etch::dsl;
  if (count == 1) return states;
  return states | slice(range{0, 1}, range{count - 1, 1}, range{0, units});
}

/// As trained: the states after so many rows.
constexpr etch::wire states(etch::wire x, int count) {
  using namespace etch::dsl;
  return fastgrnn<etch::f32>(x, {.zeta = zeta, .nu = nu, .stateful = count < rows},
                             low_rank(w1, w2), low_rank(u1, u2), gate_bias, new_bias);
}
constexpr etch::parameters to_scores{scores, scores_bias};
/// These, and the scores of the last one.
template <int Rows>
inline constexpr auto states_and_scores = etch::graph([](lines<etch::f32, Rows> x) {
  using namespace etch::dsl;
  const auto h = states(x, Rows);
  return outputs(h, last(h, Rows) | dense(to_scores));
});
struct f32 : etch::network<states_and_scores<rows>> {};
struct f32_by_rows : etch::network<states_and_scores<1>> {};
/// The scores of a picture.
inline constexpr auto f32_graph = etch::graph([](lines<etch::f32, rows> x) {
  return last(states(x, rows), rows) | etch::dsl::dense(to_scores);
});

/// In codes of 16 bits, a row a call. States go to 1.65, codes of them to 1: here they are half of
/// what they are, zeta and nu too, and what reads a state is twice as large, the same codes with
/// one fraction bit fewer.
using pixel = etch::q<3, 12>;
using state = etch::q<0, 15>;
template <const auto& K, int Frac, int... D>
inline constexpr matrix<etch::q_of<16, Frac>, D...> twice{
    &examples::codes_in<K, etch::q_of<16, Frac + 1>>.bytes[0]};
inline constexpr auto q16_graph = etch::graph([](lines<pixel, 1> x) {
  using namespace etch::dsl;
  using examples::constant_in;
  using to_inner = etch::q<1, 14>;
  using to_gate = etch::q<3, 12>;
  using bias = etch::q<8, 23>;
  using read = etch::q<0, 12>;
  const auto h = fastgrnn<state>(x, {.zeta = zeta / 2, .nu = nu / 2, .stateful = true},
                                 low_rank(constant_in<w1, to_inner>, constant_in<w2, to_gate>),
                                 low_rank(twice<u1, 11, rank, units>, constant_in<u2, to_gate>),
                                 constant_in<gate_bias, bias>, constant_in<new_bias, bias>);
  const etch::parameters all{twice<scores, 11, classes, units>, constant_in<scores_bias, bias>};
  return h | to<read> | dense(all) | to<etch::q<5, 10>>;
});
struct q16 : etch::network<q16_graph> {};
static_assert(etch::fits_ram<q16, 256>);

/// Element i of a picture, normalised.
constexpr float normalised(const unsigned char* pictures, int picture, int i,
                           const unsigned char* mean, const unsigned char* deviation) {
  const auto x = etch::load<float>(pictures, picture * rows * columns + i);
  return (x - etch::load<float>(mean, i)) / etch::load<float>(deviation, i);
}

}  // namespace small_models::fastgrnn_usps
