// Shiftry's FastGRNN of 16 bits, of a face detector's RNNPool: sequences of four numbers to eight.
#pragma once

#include <etch/etch.hpp>

#include <q15_fastgrnn_wider_Bg1.hpp>
#include <q15_fastgrnn_wider_Bh1.hpp>
#include <q15_fastgrnn_wider_U1.hpp>
#include <q15_fastgrnn_wider_W1.hpp>

namespace small_models::fastgrnn_wider {

using etch::q_of;

constexpr int inputs = 4, units = 8, steps = 8;

// Gates have 11 fraction bits: sums of W x are shifted by 15, of U h by 18, biases by 3 and 4.
using value = q_of<16, 12>;
using state = q_of<16, 14>;
template <class F, int... D>
using matrix = etch::constant<etch::tensor<F, etch::shape<D...>, etch::ohwi>>;

/// The states of so many steps.
template <int Steps>
inline constexpr auto q15_graph =
    etch::graph([](etch::input<etch::tensor<value, etch::shape<1, Steps, inputs>>> x) {
      return etch::dsl::fastgrnn<state>(
          x, {.zeta = 32522.0F / 32768, .nu = 30111.0F / 4194304, .gate_bits = 11, .cuts = true},
          matrix<q_of<16, 14>, units, inputs>{blob::q15_fastgrnn_wider_W1_bytes},
          matrix<q_of<16, 15>, units, units>{blob::q15_fastgrnn_wider_U1_bytes},
          matrix<q_of<16, 14>, units>{blob::q15_fastgrnn_wider_Bg1_bytes},
          matrix<q_of<16, 15>, units>{blob::q15_fastgrnn_wider_Bh1_bytes});
    });
struct one_step : etch::network<q15_graph<1>> {};
struct sequence : etch::network<q15_graph<steps>> {};
static_assert(etch::fits_ram<sequence, 256>);

}  // namespace small_models::fastgrnn_wider
