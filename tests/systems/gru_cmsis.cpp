// CMSIS-NN's GRU example in q15 with weights of q7: 16 steps, bit for bit.
#include <etch/etch.hpp>

#include <b_hidden.hpp>
#include <b_reset.hpp>
#include <b_update.hpp>
#include <catch2/catch.hpp>
#include <step_h_in.hpp>
#include <step_h_out.hpp>
#include <step_input.hpp>
#include <w_hidden.hpp>
#include <w_reset.hpp>
#include <w_update.hpp>

namespace {

using etch::shape, etch::tensor;

// Shifts of 0 for biases and of 15 for sums, gates without bits before the point: weights have 15
// fraction bits, biases 30.
constexpr int units = 32;
using vector = etch::q<0, 15>;
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
constexpr half w_update(blob::w_update_bytes, 0), r_update(blob::w_update_bytes, units),
    w_reset(blob::w_reset_bytes, 0), r_reset(blob::w_reset_bytes, units),
    r_hidden(blob::w_hidden_bytes, 0), w_hidden(blob::w_hidden_bytes, units);

template <const half& Half>
inline constexpr etch::constant<tensor<weight, shape<units, units>, etch::ohwi>> matrix{
    &Half.byte[0]};
constexpr auto graph = etch::graph([](etch::input<tensor<vector, shape<1, 1, units>>> x,
                                      etch::input<tensor<vector, shape<1, units>>> h) {
  using b = etch::constant<tensor<bias, shape<units>>>;
  return etch::dsl::gru<vector>(
      x, h, {.reset_after = false, .takes_new = true, .gate_bits = 15}, matrix<w_update>,
      matrix<w_reset>, matrix<w_hidden>, matrix<r_update>, matrix<r_reset>, matrix<r_hidden>,
      b{blob::b_update_bytes}, b{blob::b_reset_bytes}, b{blob::b_hidden_bytes});
});
struct net : etch::network<graph> {};

std::int16_t code(const unsigned char* bytes, int step, int i) {
  return etch::load<std::int16_t>(bytes, step * units + i);
}

TEST_CASE("the steps of CMSIS-NN's GRU example, bit for bit") {
  constexpr int steps = blob::step_input_shape[0];
  static_assert(steps == 16);
  static net n;
  int others = 0, moved = 0;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < units; ++i) {
      if (t > 0) others += n.output()[i] != code(blob::step_h_in_bytes, t, i);
      n.input<0>()[i] = code(blob::step_input_bytes, t, i);
      n.input<1>()[i] = code(blob::step_h_in_bytes, t, i);
    }
    n.run();
    for (int i = 0; i < units; ++i) {
      others += n.output()[i] != code(blob::step_h_out_bytes, t, i);
      moved += n.output()[i] != n.input<1>()[i];
    }
  }
  CHECK(others == 0);
  CHECK(moved > 500);
}

}  // namespace
