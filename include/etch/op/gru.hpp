#pragma once

#include <etch/op/gates.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void gru_the_shape_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
inline void gru_the_format_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
inline void gru_gates_have_12_to_15_fraction_bits(long /*bits*/, long) {}
}  // namespace error

namespace ops {

/// Gated recurrent unit (GRU) over a sequence. For each step, with input x and state h:
///   z = sigmoid(w[0] x + b[0] + r[0] h + c[0]), s = sigmoid(w[1] x + b[1] + r[1] h + c[1])
///   n = tanh(w[2] x + b[2] + s (r[2] h + c[2])), or tanh(w[2] x + b[2] + r[2] (s h) + c[2])
///   y = h = z h + (1 - z) n, or z n + (1 - z) h
///
/// x (B,T,I), y (B,T,H) in the format that the user gives. Inputs in order: x, three w (H,I), three
/// r (H,H), three b (H), three c (H), which may be left out, and h (B,H) in the format of y, which
/// may be left out: a state, or the value that h has at first, else 0. Formats: op/gates.hpp;
/// biases of affine values are accumulators. No sum overflows: those that could leave 32 bits are
/// summed in 64. q in the order and by the rounding of CMSIS-NN's GRU example.
struct gru {
  static constexpr const char* name = "gru";
  static constexpr bool packs_parameters = true;
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr bool format_is_given = true;

  int reset_after = 1;  ///< the reset gate s multiplies r[2] h + c[2], not h
  int takes_new = 0;    ///< the update gate z multiplies n, not h
  int stateful = 0;     ///< the last input is a state, which a run leaves to the next
  int gate_bits = 12;   ///< fraction bits of gates of q values

  /// Indices of the inputs.
  static constexpr int weights = 1, recurrent = 4, biases = 7, recurrent_biases = 10;
  /// Whether a gru of so many inputs has the biases c, and the index of h or -1.
  static constexpr bool has_recurrent_biases(int count) { return count > 11; }
  static constexpr int hidden(int count) { return count == 11 || count == 14 ? count - 1 : -1; }

  constexpr inference infer(const operands& x) const {
    const bool is_one_of_four = x.count % 3 != 0 && x.count >= 10 && x.count <= 14;
    if (!is_one_of_four || (stateful != 0 && hidden(x.count) < 0)) return shape(x.count);
    const extents& e = x[0].shape;
    const int units = x[weights].shape.d[0], h = hidden(x.count);
    for (int i = 0; i < x.count; ++i) {
      const extents want = i == 0          ? extents{3, {e.d[0], e.d[1], e.d[2]}}
                           : i < recurrent ? extents{2, {units, e.d[2]}}
                           : i < biases    ? extents{2, {units, units}}
                           : i == h        ? extents{2, {e.d[0], units}}
                                           : extents{1, {units}};
      if (!(x[i].shape == want)) return shape(i);
    }
    if (gate_bits < 12 || gate_bits > 15) {
      return {{.refuse = error::gru_gates_have_12_to_15_fraction_bits,
               .message = "gru: gates have 12 to 15 fraction bits, not {}",
               .have = gate_bits}};
    }
    return {{}, {x[0].number, {3, {e.d[0], e.d[1], units}}, &layout_id<hwc>}};
  }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    for (int i = 0; i < x.count; ++i) {
      if (fits(x, i, y.number)) continue;
      return {.refuse = error::gru_the_format_of_an_input_does_not_fit_the_others,
              .message = "gru: the format of input {} does not fit the others",
              .have = i};
    }
    return {};
  }
  constexpr long long macs(const operands& x, const operand& y) const {
    return 3LL * y.shape.size() * (x[0].shape.d[2] + y.shape.d[2]);
  }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    return input == 0 ? row_range{y, y} : all_rows(x[input]);
  }

 private:
  static constexpr inference shape(int input) {
    return {{.refuse = error::gru_the_shape_of_an_input_does_not_fit_the_others,
             .message = "gru: the shape of input {} does not fit the others",
             .have = input}};
  }
  constexpr bool fits(const operands& x, int i, const format& y) const {
    const format &f = x[i].number, &value = x[0].number;
    const gate_parameters gate{gate_numbers_of(value, y), gate_bits};
    if (!is_in_order(x[i])) return false;
    if (i == 0) return gate.numbers != gate_numbers::none;
    if (i == hidden(x.count)) return f == y;
    const int k = (i - 1) % 3, first = i - k;  // of three inputs of one kind
    const format &w = x[weights + k].number, &r = x[recurrent + k].number;
    if (f.kind != x[first].number.kind || f.bits != x[first].number.bits) return false;
    if (first == weights) return gate.take_weights(value, f);
    if (first == recurrent) return gate.take_weights(y, f) && gate.join(value, w, y, f);
    return first == biases ? gate.take_bias(value, w, f) : gate.take_bias(y, r, f);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
