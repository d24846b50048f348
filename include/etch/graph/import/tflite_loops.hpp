// Import of WHILE: a loop whose body is the cell of a GRU or an LSTM (tflite_cells.hpp) becomes
// that layer. Every other loop is refused.
#pragma once

#include <etch/graph/import/tflite_cells.hpp>

namespace ETCH_NAMESPACE {
namespace tflite_operators {

namespace detail {

/// The steps that the condition of a loop allows whose counters begin at 0.
struct loop_steps {
  int most = INT32_MAX;
  unsigned counters = 0;  ///< bit k: argument k is compared with a number

  /// Reads tensor t of the condition: counters below a number, joined by `and`.
  constexpr void read(loop_subgraph& condition, int t, int depth = 0) {
    const loop_operator& o = condition.maker(t);
    if (o.is(builtin::logical_and) && depth < 4) {
      read(condition, o.in[0], depth + 1);
      return read(condition, o.in[1], depth + 1);
    }
    const int k = condition.argument(o.in[0]);
    condition.expect(o.is(builtin::less) && k >= 0);
    most = minimum(most, condition.integer(o.in[1]));
    if (condition.good) counters |= 1U << k;
  }
};

/// Whether input i of the operator is a constant whose numbers are all 0, or a DEQUANTIZE of one.
constexpr bool begins_at_zero(tflite_import& m, int i) {
  const int t = m.input(i);
  if (!m.values.file.has_tensor(t)) return false;
  const tflite_tensor is = m.values.file.shapeless_tensor(t);
  const unsigned char* bytes = m.values.file.source.bytes() + is.data.at;
  int count = is.data.count;
  if (m.values.is_decoded(t)) {
    const value& decoded = m.values.graph.values[m.values.room().value_of[t]];
    bytes = decoded.bytes;
    count = decoded.is.shape.size() * decoded.is.number.bits / 8;
  }
  if (count == 0 || !m.values.file.source.spend(count)) return false;
  for (int k = 0; k < count; ++k) {
    if (bytes[k] != 0) return false;
  }
  return true;
}
/// A value (T,B,X) as (B,T,X), or back.
constexpr int with_time_and_batch_swapped(tflite_import& m, int x) {
  if (m.failed()) return 0;
  const extents e = m.at(x).shape;
  if (e.d[0] == 1 || e.d[1] == 1) return m.then(ops::reshape{3, {e.d[1], e.d[0], e.d[2]}}, x);
  return m.then(ops::transpose{3, {1, 0, 2}}, x);
}

/// Constants of a cell as values of the graph.
struct loop_values {
  int weights[4]{}, recurrent[4]{}, biases[4]{}, more_biases[4]{};
  bool has_more = false;

  constexpr loop_values(tflite_import& m, loop_cell& cell) {
    if (!cell.body.good) return;
    const int inputs = cell.body.width(cell.body.arguments[cell.sequence]);
    const int gates = cell.is_lstm() ? 4 : 3;
    format of_biases = f32::descriptor;
    for (int k = 0; k < gates; ++k) {
      const loop_gate& g = cell.gates[k];
      weights[k] = cell.part(m, g.weights, inputs);
      recurrent[k] = cell.part(m, g.recurrent, cell.units);
      biases[k] = g.biases[0] ? cell.part(m, g.biases[0], 0) : -1;
      more_biases[k] = g.biases[1] ? cell.part(m, g.biases[1], 0) : -1;
      has_more |= more_biases[k] >= 0;
      const int given = biases[k] >= 0 ? biases[k] : more_biases[k];
      if (given >= 0 && cell.body.good) of_biases = m.at(given).number;
    }
    cell.body.expect(cell.units <= zero_biases.most);
    if (!cell.body.good) return;
    const int none = m.values.graph.add(value{
        .is = {of_biases, {1, {cell.units}}, &layout_id<ohwi>, true}, .bytes = zero_biases.byte});
    for (int k = 0; k < gates; ++k) {
      if (biases[k] < 0) biases[k] = none;
      if (more_biases[k] < 0) more_biases[k] = none;
    }
  }
};

/// The outputs (T,B,H) of a GRU on sequence x (T,B,I).
constexpr int gru_of(tflite_import& m, const loop_cell& cell, const loop_values& v, int x) {
  int in[most_inputs]{with_time_and_batch_swapped(m, x)}, count = ops::gru::recurrent_biases;
  for (int k = 0; k < 3; ++k) {
    in[ops::gru::weights + k] = v.weights[k];
    in[ops::gru::recurrent + k] = v.recurrent[k];
    in[ops::gru::biases + k] = v.biases[k];
    if (v.has_more) in[count++] = v.more_biases[k];
  }
  if (m.failed()) return 0;
  const extents e = m.at(in[0]).shape;
  const ops::gru what{.reset_after = cell.gates[2].reset_after ? 1 : 0};
  const int y = m.make_between(what, in, count, f32::descriptor, {3, {e.d[0], e.d[1], cell.units}});
  return with_time_and_batch_swapped(m, y);
}
/// The same of an LSTM, whose states begin each run as 0.
constexpr int lstm_of(tflite_import& m, const loop_cell& cell, const loop_values& v, int x) {
  const extents e = m.at(x).shape, of_states{2, {e.d[1], cell.units}};
  const auto state = [&] {
    return m.values.graph.add(
        value{.is = {f32::descriptor, of_states, &layout_id<hwc>}, .lives = lifetime::always});
  };
  const int zero =
      m.then(ops::broadcast_to{2, {e.d[1], cell.units}}, m.values.zero_of(f32::descriptor));
  int in[ops::lstm::count]{};
  in[ops::lstm::hidden] = state(), in[ops::lstm::cell] = state();
  const int begun[5]{x, zero, in[ops::lstm::hidden], zero, in[ops::lstm::cell]};
  in[0] = m.make_between(ops::keep{}, begun, 5, f32::descriptor, e);
  for (int k = 0; k < 4; ++k) {
    in[ops::lstm::weights + k] = v.weights[k];
    in[ops::lstm::recurrent + k] = v.recurrent[k];
    in[ops::lstm::biases + k] = v.biases[k];
  }
  return m.make_between(ops::lstm{.time_major = 1}, in, ops::lstm::count, f32::descriptor,
                        {3, {e.d[0], e.d[1], cell.units}});
}

}  // namespace detail

/// Whether operators of this code are loops, which become as many nodes as a layer takes.
constexpr bool is_loop(int code) { return static_cast<builtin>(code) == builtin::while_loop; }

/// WHILE that is a GRU or an LSTM over a whole sequence; false if it is another loop.
constexpr bool import_while(tflite_import& m) {
  tflite_file& file = m.values.file;
  const auto subgraph = [&](int id) { return m.options.number<std::int32_t>(id); };
  const tflite_place before = file.place;
  const flatbuffer::vector tensors = file.tensors, operators = file.operators;

  detail::loop_subgraph condition(file, subgraph(fields::while_options::cond_subgraph_index));
  detail::loop_steps steps;
  if (condition.good) steps.read(condition, condition.results[0]);
  detail::loop_subgraph body(file, subgraph(fields::while_options::body_subgraph_index));
  body.expect(condition.good && body.count == body.result_count && body.count == m.inputs() &&
              body.count == m.outputs());
  detail::loop_cell cell(body);
  const detail::loop_values constants(m, cell);
  int entries[detail::loop_subgraph::most_arguments]{};
  for (int k = 0; k < body.count && body.good; ++k) {
    entries[k] = cell.entries_of_list(k, steps.most);
    body.expect((steps.counters >> k & 1) == 0 || body.counts(k));
  }
  file.tensors = tensors, file.operators = operators;
  if (file.failed()) return true;
  file.place = before;
  if (!body.good || !detail::begins_at_zero(m, cell.h)) return false;
  if (cell.is_lstm() && !detail::begins_at_zero(m, cell.c)) return false;
  for (int k = 0; k < body.count; ++k) {
    const bool is_list = entries[k] > 0, is_last = k == cell.h;
    if (m.needs(k) && !is_list && !is_last) return false;
    if ((steps.counters >> k & 1) == 0) continue;
    const known_integers start = m.values.integers(m.input(k));
    if (start.count != 1 || start.at[0] != 0) return false;
  }
  const int x = m.read(m.input(cell.sequence));
  if (m.failed()) return true;
  if (m.at(x).shape.rank != 3 || m.at(x).shape.d[0] != steps.most) return false;
  const int y = cell.is_lstm() ? detail::lstm_of(m, cell, constants, x)
                               : detail::gru_of(m, cell, constants, x);
  if (m.failed()) return true;
  const extents e = m.at(y).shape;
  const ops::slice last{3, {e.d[0] - 1}, {1, e.d[1], e.d[2]}};
  for (int k = 0; k < body.count && !m.failed(); ++k) {
    if (!m.needs(k)) continue;
    const int of_list = entries[k] == e.d[0] ? y : m.then(last, y);
    m.select_output(k);
    m.values.room().value_of[m.output()] =
        k == cell.h ? m.then(ops::reshape{2, {e.d[1], e.d[2]}}, of_list) : of_list;
  }
  return true;
}

}  // namespace tflite_operators

}  // namespace ETCH_NAMESPACE
