// CMSIS-NN's GRU example: a step of 32 units in q15 with weights of q7.
#pragma once

#include <etch/etch.hpp>

#include <gru_cmsis_b_hidden.hpp>
#include <gru_cmsis_b_reset.hpp>
#include <gru_cmsis_b_update.hpp>
#include <gru_cmsis_w_hidden.hpp>
#include <gru_cmsis_w_reset.hpp>
#include <gru_cmsis_w_update.hpp>

namespace small_models::gru_cmsis {

using etch::shape, etch::tensor;

// Shifts of 0 for biases and of 15 for sums, gates without bits before the point: weights have 15
// fraction bits, biases 30.
constexpr int units = 32;
using state = etch::q<0, 15>;
using weight = etch::q_of<8, 15>;
using bias = etch::q_of<8, 30>;

/// Columns first .. first + 31 of a matrix of 32 rows of 64 bytes.
struct half {
  unsigned char byte[units * units]{};
  constexpr half(const unsigned char* bytes, int first) {
    for (int i = 0; i < units * units; ++i) {
      byte[i] = bytes[i / units * 2 * units + first + i % units];
    }
  }
};
inline constexpr half w_update(blob::gru_cmsis_w_update_bytes, 0),
    r_update(blob::gru_cmsis_w_update_bytes, units), w_reset(blob::gru_cmsis_w_reset_bytes, 0),
    r_reset(blob::gru_cmsis_w_reset_bytes, units), r_hidden(blob::gru_cmsis_w_hidden_bytes, 0),
    w_hidden(blob::gru_cmsis_w_hidden_bytes, units);

template <const half& Half>
inline constexpr etch::constant<tensor<weight, shape<units, units>, etch::ohwi>> matrix{
    &Half.byte[0]};
inline constexpr auto q15_graph = etch::graph([](etch::input<tensor<state, shape<1, 1, units>>> x,
                                                 etch::input<tensor<state, shape<1, units>>> h) {
  using b = etch::constant<tensor<bias, shape<units>>>;
  return etch::dsl::gru<state>(x, h, {.reset_after = false, .takes_new = true, .gate_bits = 15},
                               matrix<w_update>, matrix<w_reset>, matrix<w_hidden>,
                               matrix<r_update>, matrix<r_reset>, matrix<r_hidden>,
                               b{blob::gru_cmsis_b_update_bytes}, b{blob::gru_cmsis_b_reset_bytes},
                               b{blob::gru_cmsis_b_hidden_bytes});
});
struct q15 : etch::network<q15_graph> {};
static_assert(etch::fits_ram<q15, 512>);

}  // namespace small_models::gru_cmsis
