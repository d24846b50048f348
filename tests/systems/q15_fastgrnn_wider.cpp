// Shiftry's FastGRNN of 16 bits, of a face detector's RNNPool: a step and 32 sequences, bit for
// bit.
#include <etch/etch.hpp>

#include <catch2/catch.hpp>
#include <q15_fastgrnn_wider_Bg1.hpp>
#include <q15_fastgrnn_wider_Bh1.hpp>
#include <q15_fastgrnn_wider_U1.hpp>
#include <q15_fastgrnn_wider_W1.hpp>
#include <q15_fastgrnn_wider_header_expected.hpp>
#include <q15_fastgrnn_wider_header_patch.hpp>
#include <q15_fastgrnn_wider_seq_hidden.hpp>
#include <q15_fastgrnn_wider_seq_input.hpp>

namespace {

using etch::q_of, etch::shape, etch::tensor;

constexpr int inputs = 4, units = 8, steps = 8, sequences = 32;

// Gates have 11 fraction bits: sums of W x are shifted by 15, of U h by 18, biases by 3 and 4.
using value = q_of<16, 12>;
using state = q_of<16, 14>;
template <class F, int... D>
using matrix = etch::constant<tensor<F, shape<D...>, etch::ohwi>>;

template <int Steps>
constexpr auto graph = etch::graph([](etch::input<tensor<value, shape<1, Steps, inputs>>> x) {
  return etch::dsl::fastgrnn<state>(
      x, {.zeta = 32522.0F / 32768, .nu = 30111.0F / 4194304, .gate_bits = 11, .cuts = true},
      matrix<q_of<16, 14>, units, inputs>{blob::q15_fastgrnn_wider_W1_bytes},
      matrix<q_of<16, 15>, units, units>{blob::q15_fastgrnn_wider_U1_bytes},
      matrix<q_of<16, 14>, units>{blob::q15_fastgrnn_wider_Bg1_bytes},
      matrix<q_of<16, 15>, units>{blob::q15_fastgrnn_wider_Bh1_bytes});
});
struct one_step : etch::network<graph<1>> {};
struct sequence : etch::network<graph<steps>> {};

std::int16_t code(const unsigned char* bytes, int i) { return etch::load<std::int16_t>(bytes, i); }

TEST_CASE("a step of Shiftry's FastGRNN, bit for bit") {
  static one_step n;
  for (int i = 0; i < inputs; ++i)
    n.input()[i] = code(blob::q15_fastgrnn_wider_header_patch_bytes, i);
  n.run();
  for (int j = 0; j < units; ++j)
    CHECK(n.output()[j] == code(blob::q15_fastgrnn_wider_header_expected_bytes, j));
}

TEST_CASE("32 sequences of Shiftry's FastGRNN, bit for bit") {
  static sequence n;
  int others = 0;
  for (int s = 0; s < sequences; ++s) {
    for (int i = 0; i < steps * inputs; ++i) {
      n.input()[i] = code(blob::q15_fastgrnn_wider_seq_input_bytes, s * steps * inputs + i);
    }
    n.run();
    for (int j = 0; j < units; ++j) {
      others += n.output()[(steps - 1) * units + j] !=
                code(blob::q15_fastgrnn_wider_seq_hidden_bytes, s * units + j);
    }
  }
  CHECK(others == 0);
}

}  // namespace
