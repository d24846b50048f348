// Operators of TensorFlow Lite with state, as nodes of ours.
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

/// 24 inputs, of which peepholes (9 to 11), projection (16, 17) and norms (20 on) are left out.
constexpr void import_lstm(tflite_import& m) {
  if (!m.has(20, 24, options_type::unidirectional_sequence_lstm)) return;
  const int act = m.options.number<std::int8_t>(lstm_field::activation);
  if (act != 4) {
    return m.refuse({.refuse = error::tflite_an_lstm_has_the_activation_tanh,
                     .message = "an LSTM has the activation TANH, not {}",
                     .have = act});
  }
  const auto clip = m.options.number<float>(lstm_field::cell_clip);
  if (!(clip >= 0 && clip <= 1e9F)) {
    return m.refuse({.refuse = error::tflite_an_lstm_has_a_cell_clip_of_0_to_1e9,
                     .message = "an LSTM has a cell clip of 0 to 1e9"});
  }
  int x[ops::lstm::count]{};
  for (int i = 0, k = 0; i < m.inputs() && !m.failed(); ++i) {
    const bool left_out = (i >= 9 && i < 12) || i == 16 || i == 17 || i >= 20;
    if (left_out && m.input(i) >= 0) {
      return m.refuse(
          {.refuse = error::tflite_an_lstm_with_peepholes_projection_or_norms_is_not_supported,
           .message = "an LSTM with peepholes, projection or norms is not supported: input {}",
           .have = i});
    }
    if (left_out) continue;
    if (i > 0 && i < 16) m.constant(m.input(i));
    if (i >= 18) x[k] = m.read_state(m.input(i));
    else if (i >= 12) x[k] = m.read_bias(m.input(i), m.at(x[0]).number, m.at(x[i - 11]).number);
    else x[k] = m.read(m.input(i));
    ++k;
  }
  m.make(ops::lstm{m.options.number<bool>(lstm_field::time_major) ? 1 : 0,
                   __builtin_bit_cast(int, clip)},
         x, ops::lstm::count);
}

/// (value, feature weights, time weights, bias or none, state).
constexpr void import_svdf(tflite_import& m) {
  if (!m.has(5, 5, options_type::svdf)) return;
  const bool biased = m.input(3) >= 0;
  m.constant(m.input(1));
  m.constant(m.input(2));
  int x[5]{m.read(m.input(0)), m.read(m.input(1)), m.read(m.input(2)), m.read_state(m.input(4))};
  if (biased) {
    x[4] = m.read_bias(m.input(3), m.at(x[3]).number, m.at(x[2]).number);
  }
  const format y = m.describe_output(m.output()).number;
  if (m.failed()) return;
  const auto l = is_f32(y) ? m.fused(1, y) : node_limits{};  // integers clamp to all codes
  m.make(ops::svdf{m.options.number<std::int32_t>(0)}, x, biased ? 5 : 4, l);
}

}  // namespace tflite_operators

}  // namespace ETCH_NAMESPACE
