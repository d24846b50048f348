#pragma once

#include <etch/op/gates.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void fastgrnn_the_shape_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
inline void fastgrnn_the_format_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
inline void fastgrnn_gates_have_12_to_15_fraction_bits_and_zeta_and_nu_are_0_to_1(long /*bits*/,
                                                                                  long) {}
}  // namespace error

/// Indices of the parameters of a FastGRNN cell: matrices W = w2 w and U = u2 u, or w and u alone,
/// and two biases.
struct fastgrnn_inputs {
  int w, w2, u, u2, bias_of_gate, bias_of_new;  ///< w2, u2: -1 where the matrix has full rank

  /// Those from input `first` on.
  static constexpr fastgrnn_inputs from(int first, bool low_rank_w, bool low_rank_u) {
    const int u = first + (low_rank_w ? 2 : 1), bias = u + (low_rank_u ? 2 : 1);
    return {first, low_rank_w ? first + 1 : -1, u, low_rank_u ? u + 1 : -1, bias, bias + 1};
  }
  constexpr int end() const { return bias_of_new + 1; }

  /// The first input whose shape does not fit a cell of so many inputs and units; -1: all fit.
  constexpr int wrong_shape(const operands& x, int inputs, int units) const {
    const auto product = [&](int first, int second, int columns) {
      const extents& e = x[first].shape;
      const int rank = second < 0 ? units : e.d[0];
      if (!(e == extents{2, {rank, columns}})) return first;
      if (second >= 0 && !(x[second].shape == extents{2, {units, rank}})) return second;
      return -1;
    };
    if (const int i = product(w, w2, inputs); i >= 0) return i;
    if (const int i = product(u, u2, units); i >= 0) return i;
    if (!(x[bias_of_gate].shape == extents{1, {units}})) return bias_of_gate;
    return x[bias_of_new].shape == extents{1, {units}} ? -1 : bias_of_new;
  }
  /// The first whose format does not fit a value and a state of these formats; -1: all fit.
  constexpr int wrong_format(const operands& x, const format& value, const format& h,
                             gate_numbers numbers, int gate_bits, int inner_bits) const {
    const gate_parameters gate = parameters_of_gates(numbers, gate_bits),
                          inner{numbers, inner_bits};
    const format between = format_between(numbers, inner_bits);
    for (int i = w; i < end(); ++i) {
      if (!is_in_order(x[i])) return i;
    }
    if (w2 >= 0 && !inner.take_weights(value, x[w].number)) return w;
    if (u2 >= 0 && !inner.take_weights(h, x[u].number)) return u;
    const int last_w = w2 < 0 ? w : w2, last_u = u2 < 0 ? u : u2;
    const format &a = w2 < 0 ? value : between, &b = u2 < 0 ? h : between;
    if (!gate.take_weights(a, x[last_w].number)) return last_w;
    if (!gate.take_weights(b, x[last_u].number)) return last_u;
    if (!gate.join(a, x[last_w].number, b, x[last_u].number)) return last_u;
    for (int i = bias_of_gate; i <= bias_of_new; ++i) {
      if (!gate.take_bias(a, x[last_w].number, x[i].number)) return i;
    }
    return -1;
  }
  /// Multiplications of a step.
  constexpr long long macs(const operands& x) const {
    long long all = 0;
    for (int i = w; i < bias_of_gate; ++i) all += x[i].shape.size();
    return all;
  }
};

namespace ops {

/// FastGRNN over a sequence. For each step, with input x and state h, p = W x + U h:
///   z = sigmoid(p + b[0]), n = tanh(p + b[1]), y = h = z h + (zeta (1 - z) + nu) n
///
/// x (B,T,I), y (B,T,H) in the format that the user gives. Inputs in order: x, W (H,I) or, of low
/// rank, two whose product it is, (R,I) and (H,R), likewise U (H,H), b (H) twice, and h (B,H) in
/// the format of y, which may be left out: a state, or the value that h has at first, else 0.
/// Formats: op/gates.hpp; biases of affine values are accumulators. No sum overflows: those that
/// could leave 32 bits are summed in 64.
struct fastgrnn {
  static constexpr const char* name = "fastgrnn";
  static constexpr bool packs_parameters = true;
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr bool format_is_given = true;

  int low_rank_w = 0, low_rank_u = 0;            ///< 1: two matrices
  wide_int zeta_bits = 0x3f800000, nu_bits = 0;  ///< bits of floats
  int stateful = 0;     ///< the last input is a state, which a run leaves to the next
  int gate_bits = 12;   ///< fraction bits of gates of q values
  int inner_bits = 12;  ///< of integers between two matrices
  int cuts = 0;         ///< 1: the arithmetic gate_numbers::cut of q values

  constexpr float zeta() const { return __builtin_bit_cast(float, zeta_bits); }
  constexpr float nu() const { return __builtin_bit_cast(float, nu_bits); }
  constexpr fastgrnn_inputs inputs() const {
    return fastgrnn_inputs::from(1, low_rank_w != 0, low_rank_u != 0);
  }
  /// The index of h among so many inputs, or -1.
  constexpr int hidden(int count) const { return count > inputs().end() ? inputs().end() : -1; }

  constexpr inference infer(const operands& x) const {
    const fastgrnn_inputs at = inputs();
    const int h = hidden(x.count);
    if (x.count < at.end() || x.count > at.end() + 1 || (stateful != 0 && h < 0)) {
      return shape(x.count);
    }
    const extents& e = x[0].shape;
    const int units = x[at.bias_of_gate].shape.d[0];
    if (e.rank != 3) return shape(0);
    if (const int i = at.wrong_shape(x, e.d[2], units); i >= 0) return shape(i);
    if (h >= 0 && !(x[h].shape == extents{2, {e.d[0], units}})) return shape(h);
    const bool are_shares = zeta() >= 0 && zeta() <= 1 && nu() >= 0 && nu() <= 1;
    const int least = cuts != 0 ? 1 : 12, most = cuts != 0 ? 14 : 15;
    if (gate_bits < least || gate_bits > most || inner_bits < 0 || inner_bits > 15 || !are_shares) {
      return {
          {.refuse = error::fastgrnn_gates_have_12_to_15_fraction_bits_and_zeta_and_nu_are_0_to_1,
           .message = "fastgrnn: gates have 12 to 15 fraction bits, not {}, numbers between two "
                      "matrices 0 to 15, and zeta and nu are 0 to 1",
           .have = gate_bits}};
    }
    return {{}, {x[0].number, {3, {e.d[0], e.d[1], units}}, &layout_id<hwc>}};
  }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    const int h = hidden(x.count);
    const gate_numbers numbers = gate_numbers_of(x[0].number, y.number, cuts != 0);
    int wrong = inputs().wrong_format(x, x[0].number, y.number, numbers, gate_bits, inner_bits);
    if (!is_in_order(x[0]) || numbers == gate_numbers::none) {
      wrong = 0;
    } else if (wrong < 0 && h >= 0 && (!is_in_order(x[h]) || !(x[h].number == y.number))) {
      wrong = h;
    }
    if (wrong < 0) return {};
    return {.refuse = error::fastgrnn_the_format_of_an_input_does_not_fit_the_others,
            .message = "fastgrnn: the format of input {} does not fit the others",
            .have = wrong};
  }
  constexpr long long macs(const operands& x, const operand& y) const {
    return inputs().macs(x) * y.shape.d[0] * y.shape.d[1];
  }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    return input == 0 ? row_range{y, y} : all_rows(x[input]);
  }

 private:
  static constexpr inference shape(int input) {
    return {{.refuse = error::fastgrnn_the_shape_of_an_input_does_not_fit_the_others,
             .message = "fastgrnn: the shape of input {} does not fit the others",
             .have = input}};
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
