// Import of recurrent TensorFlow Lite operators: UNIDIRECTIONAL_SEQUENCE_LSTM and SVDF.
#pragma once

#include <etch/graph/import/tflite_import.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_an_lstm_with_peepholes_projection_or_norms_is_not_supported(long /*input*/,
                                                                               long) {}
inline void tflite_an_lstm_has_the_activation_tanh(long /*activation*/, long) {}
inline void tflite_an_lstm_has_a_cell_clip_of_0_to_1e9(long, long) {}
}  // namespace error

namespace tflite_operators {

using namespace tflite_schema;

/// Whether input i of an LSTM is one that must be left out: peepholes, projection and
/// normalisation.
constexpr bool is_unsupported(int i) {
  using namespace lstm_input;
  return (i >= cell_to_gate_weights && i < gate_bias) || i == projection_weights ||
         i == projection_bias || i >= layer_norm_coefficients;
}

constexpr void import_lstm(tflite_import& m) {
  namespace field = fields::unidirectional_sequence_lstm_options;
  using namespace lstm_input;
  if (!m.has(20, 24, options_type::unidirectional_sequence_lstm)) return;
  const int act = m.options.number<std::int8_t>(field::fused_activation_function);
  if (act != static_cast<int>(fused_activation::tanh)) {
    return m.refuse({.refuse = error::tflite_an_lstm_has_the_activation_tanh,
                     .message = "an LSTM has the activation TANH, not {}",
                     .have = act});
  }
  const auto clip = m.options.number<float>(field::cell_clip);
  if (!(clip >= 0 && clip <= 1e9F)) {
    return m.refuse({.refuse = error::tflite_an_lstm_has_a_cell_clip_of_0_to_1e9,
                     .message = "an LSTM has a cell clip of 0 to 1e9"});
  }
  int x[ops::lstm::count]{};
  for (int i = 0, k = 0; i < m.inputs() && !m.failed(); ++i) {
    if (is_unsupported(i)) {
      if (m.input(i) < 0) continue;
      return m.refuse(
          {.refuse = error::tflite_an_lstm_with_peepholes_projection_or_norms_is_not_supported,
           .message = "an LSTM with peepholes, projection or norms is not supported: input {}",
           .have = i});
    }
    const bool is_state = i == output_state || i == cell_state;
    const bool is_bias = i >= gate_bias && !is_state;
    if (i != sequence && !is_state) m.values.constant(m.input(i));
    if (is_state) {
      x[k] = m.values.read_state(m.input(i));
    } else if (is_bias) {
      const int weights = i - gate_bias + input_to_gate_weights;
      x[k] = m.values.read_bias(m.input(i), m.at(x[sequence]).number, m.at(x[weights]).number);
    } else {
      x[k] = m.read(m.input(i));
    }
    ++k;
  }
  m.make(ops::lstm{m.options.number<bool>(field::time_major) ? 1 : 0,
                   __builtin_bit_cast(wide_int, clip)},
         x, ops::lstm::count);
}

/// Inputs: (value, feature weights, time weights, bias or none, state).
constexpr void import_svdf(tflite_import& m) {
  if (!m.has(5, 5, options_type::svdf)) return;
  const bool biased = m.input(3) >= 0;
  m.values.constant(m.input(1));
  m.values.constant(m.input(2));
  int x[5]{m.read(m.input(0)), m.read(m.input(1)), m.read(m.input(2)),
           m.values.read_state(m.input(4))};
  if (biased) {
    x[4] = m.values.read_bias(m.input(3), m.at(x[3]).number, m.at(x[2]).number);
  }
  const format y = m.values.describe_output(m.output()).number;
  if (m.failed()) return;
  const auto l = is_f32(y) ? m.fused(fields::svdf_options::fused_activation_function, y)
                           : node_limits{};  // integers clamp to all codes
  m.make(ops::svdf{m.options.number<std::int32_t>(fields::svdf_options::rank)}, x, biased ? 5 : 4,
         l);
}

}  // namespace tflite_operators

}  // namespace ETCH_NAMESPACE
