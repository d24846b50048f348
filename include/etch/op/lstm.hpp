#pragma once

#include <etch/op/gates.hpp>
#include <etch/op/products.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void lstm_the_shape_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
inline void lstm_the_format_of_an_input_does_not_fit_the_others(long /*input*/, long) {}
}  // namespace error

namespace ops {

/// Long short-term memory (LSTM) over a sequence. For each step, with input x and states h and c:
///   gate(k) = w[k] x + r[k] h + b[k], k = input, forget, cell, output:
///   c = sigmoid(gate(forget)) c + sigmoid(gate(input)) tanh(gate(cell)), within +-clip
///   y = h = sigmoid(gate(output)) tanh(c)
///
/// x (B,T,I), y (B,T,H), or (T,B,I) and (T,B,H) where time_major is 1. Inputs in order: x, four w
/// (H,I), four r (H,H), four b (H), states h (B,H) and c (B,H). y has the format of h.
/// f32, with weights and biases that are any plain numbers, or affine x and h of 8 or 16 bits with
/// weights of 8, biases of 32 or 64, and c of 16 bits, whose scale should be a power of two, since
/// tanh takes it rounded to one: TensorFlow Lite Micro's UNIDIRECTIONAL_SEQUENCE_LSTM.
struct lstm {
  static constexpr const char* name = "lstm";
  static constexpr bool packs_parameters = true;
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;

  int time_major = 0;
  wide_int clip_bits = 0;  ///< bits of the clip as a float; 0: no clip

  /// Indices of the inputs.
  static constexpr int weights = 1, recurrent = 5, biases = 9, hidden = 13, cell = 14, count = 15;

  constexpr float clip() const { return __builtin_bit_cast(float, clip_bits); }
  /// The factor from sums of products x * w to a gate, whose unit is 1/4096.
  static constexpr double factor_of_gate(const format& x, const format& w) {
    const float product = static_cast<float>(x.unit()) * static_cast<float>(w.unit());
    return static_cast<double>(product) * 4096.0;
  }
  static constexpr int kinds_of_products = 8;  // of four gates, over the input and the hidden state
  constexpr sums_of_products products(const operands& x, int kind) const {
    const bool of_input = kind < 4;
    const int from = of_input ? 0 : hidden, w = of_input ? weights + kind : recurrent + kind - 4;
    const int bias = of_input ? biases + kind : -1;
    const extents& e = x[w].shape;
    return {.value = from,
            .weights = w,
            .bias = bias,
            .window = {.c = e.d[1], .oc = e.d[0]},
            .bits = bias >= 0 && x[bias].number.bits == 64 ? 64 : 32,
            .accumulator_bits = is_scaled(x[0].number) && x[0].number.bits == 16 ? 64 : 32,
            .has_short_factor = true,
            .factor = factor_of_gate(x[from].number, x[w].number)};
  }
  constexpr inference infer(const operands& x) const {
    const extents& e = x[0].shape;
    const int units = x.count == count ? x[weights].shape.d[0] : 0;
    const int batches = e.d[time_major != 0 ? 1 : 0];
    for (int i = 0; i < count; ++i) {
      const extents want = i == 0          ? extents{3, {e.d[0], e.d[1], e.d[2]}}
                           : i < recurrent ? extents{2, {units, e.d[2]}}
                           : i < biases    ? extents{2, {units, units}}
                           : i < hidden    ? extents{1, {units}}
                                           : extents{2, {batches, units}};
      if (x.count == count && x[i].shape == want) continue;
      return {{.refuse = error::lstm_the_shape_of_an_input_does_not_fit_the_others,
               .message = "lstm: the shape of input {} does not fit the others",
               .have = i}};
    }
    for (int i = 0; i < count; ++i) {
      if (fits(x, i)) continue;
      return {{.refuse = error::lstm_the_format_of_an_input_does_not_fit_the_others,
               .message = "lstm: the format of input {} does not fit the others",
               .have = i}};
    }
    return {{}, {x[hidden].number, {3, {e.d[0], e.d[1], units}}, &layout_id<hwc>}};
  }
  constexpr long long macs(const operands& x, const operand& y) const {
    return 4LL * y.shape.size() * (x[0].shape.d[2] + y.shape.d[2]);
  }
  constexpr row_range input_rows(const operands&, int, int y) const { return {y, y}; }

 private:
  static constexpr bool makes_gates(const format& x, const format& w) {
    const int bits = x.bits == 16 ? 64 : 32;
    return ends_sums(x.unit() * w.unit() * 4096, bits) && ends_sums(factor_of_gate(x, w), bits);
  }
  static constexpr bool fits(const operands& x, int i) {
    const format &f = x[i].number, &value = x[0].number;
    if (x[i].layout != &layout_id<hwc> && x[i].layout != &layout_id<ohwi>) return false;
    if (is_f32(value)) return i > 0 && i < hidden ? is_plain_real(f) : is_f32(f);
    if (!is_affine(value) || (value.bits != 8 && value.bits != 16)) return false;
    if (i == 0 || i == hidden) return is_affine(f) && f.bits == value.bits;
    if (i < biases) {
      return is_affine(f) && f.bits == 8 && f.zero == 0 && !f.channel_scale &&
             makes_gates(x[i < recurrent ? 0 : hidden].number, f);
    }
    if (i < hidden) return is_accumulator(f) && f.bits == (value.bits == 8 ? 32 : 64);
    return is_affine(f) && f.bits == 16 && f.zero == 0;
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
