// Import of recurrent ONNX operators: LSTM, GRU, RNN.
#pragma once

#include <etch/graph/import/onnx_parts.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_a_recurrent_layer_runs_over_whole_sequences(long, long) {}
inline void onnx_a_recurrent_layer_has_its_usual_activations_and_no_peepholes(long, long) {}
inline void onnx_an_RNN_has_up_to_64_steps(long /*steps*/, long /*most*/) {}
inline void onnx_the_weights_of_a_recurrent_layer_do_not_fit_its_input(long /*input*/, long) {}
}  // namespace error

namespace onnx_operators {

/// What LSTM, GRU and RNN have in common: inputs X, W, R, B, the lengths of sequences, the first h.
struct onnx_recurrent {
  int gates = 4;
  int x = 0;  ///< (T, B, I), or (B, T, I) where `layout` is 1
  int directions = 1, steps = 1, batches = 1, inputs = 1, units = 1;
  bool backwards = false;  ///< of one direction
  bool batch_first = false;
  onnx_parameter weights{}, recurrent{};
  onnx_numbers biases{};
  bool has_biases = false;

  /// The dimension of time.
  constexpr int time() const { return batch_first ? 1 : 0; }
  constexpr bool runs_back(int direction) const { return backwards || direction == 1; }
};

constexpr void refuse_recurrent(onnx_import& m, int k) {
  m.refuse({.refuse = error::onnx_the_weights_of_a_recurrent_layer_do_not_fit_its_input,
            .message = "the weights of a recurrent layer, input {}, do not fit its input",
            .have = k});
}

constexpr void refuse_activations(onnx_import& m) {
  m.refuse({.refuse = error::onnx_a_recurrent_layer_has_its_usual_activations_and_no_peepholes,
            .message = "a recurrent layer has its usual activations and no peepholes"});
}
/// Refuses the layer where it names activations that are not these, of each direction.
template <int N>
constexpr void need_activations(onnx_import& m, const char* const (&usual)[N], int directions) {
  if (!m.file.attribute(m.index(), "activations")) return;
  for (int k = 0; k < N * directions && !m.failed(); ++k) {
    if (!m.file.same(m.file.text(m.index(), "activations", k), usual[k % N])) refuse_activations(m);
  }
}

/// Reads what LSTM, GRU and RNN have in common.
constexpr onnx_recurrent recurrent_of(onnx_import& m, int gates) {
  onnx_recurrent r{.gates = gates, .x = m.plain(0)};
  const onnx_attribute direction = m.file.attribute(m.index(), "direction");
  r.backwards = direction && m.file.same(direction.inside, "reverse");
  r.directions = direction && m.file.same(direction.inside, "bidirectional") ? 2 : 1;
  r.batch_first = m.integer("layout", 0, 0, 1) != 0;
  if (gates == 4) need_activations(m, {"Sigmoid", "Tanh", "Tanh"}, r.directions);
  if (gates == 3) need_activations(m, {"Sigmoid", "Tanh"}, r.directions);
  if (m.has_input(7)) refuse_activations(m);
  r.weights = m.decoded(1), r.recurrent = m.decoded(2);
  r.has_biases = m.has_input(3);
  if (r.has_biases) r.biases = m.constant(3);
  if (m.failed()) return r;
  const extents e = m.at(r.x).shape, &w = r.weights.is.shape;
  if (e.rank != 3 || w.rank != 3 || w.d[1] % gates != 0 || w.d[2] != e.d[2]) {
    refuse_recurrent(m, 1);
    return r;
  }
  r.steps = e.d[r.time()], r.batches = e.d[1 - r.time()], r.inputs = e.d[2];
  r.units = w.d[1] / gates;
  const extents of_states{3, {r.directions, w.d[1], r.units}},
      of_biases{2, {r.directions, 2 * w.d[1]}};
  if (w.d[0] != r.directions || r.units < 1) refuse_recurrent(m, 1);
  if (!(r.recurrent.is.shape == of_states)) refuse_recurrent(m, 2);
  if (r.has_biases && !(r.biases.shape == of_biases)) refuse_recurrent(m, 3);
  m.fits({4, {r.directions, r.steps, r.batches, r.units}});
  const known_integers lengths = m.integers_of(4);
  for (int k = 0; k < lengths.count; ++k) {
    if (lengths.at[k] == r.steps) continue;
    m.refuse({.refuse = error::onnx_a_recurrent_layer_runs_over_whole_sequences,
              .message = "a recurrent layer runs over whole sequences"});
  }
  return r;
}

/// The weights of a gate, over the input or over the state; of half precision they stay so.
constexpr int gate_of(onnx_import& m, const onnx_recurrent& r, const onnx_parameter& all,
                      int direction, int gate) {
  const int columns = all.is.shape.d[2];
  const int first = (direction * r.gates + gate) * r.units * columns;
  return m.plain_constant(m.part_of(all, m.failed() ? 0 : first, {2, {r.units, columns}}));
}
/// The biases of a gate: those of the input (0) or of the state (1).
constexpr onnx_numbers bias_of(onnx_import& m, const onnx_recurrent& r, int direction, int gate,
                               int of_state) {
  const int first = ((direction * 2 + of_state) * r.gates + gate) * r.units;
  return m.part_of(r.biases, m.failed() ? 0 : first, {1, {r.units}});
}
/// Input k, a first state (D, B, H), or (B, D, H) where the batch comes first, of one direction as
/// (B, H); 0 where it is left out.
constexpr int first_state(onnx_import& m, const onnx_recurrent& r, int k, int direction) {
  const ops::reshape to{2, {r.batches, r.units}};
  if (!m.has_input(k)) {
    return m.then(ops::broadcast_to{2, {r.batches, r.units}}, m.zero_of(f32::descriptor));
  }
  int h = m.plain(k);
  if (m.failed()) return 0;
  const extents e = m.at(h).shape;
  if (e.size() != r.directions * r.batches * r.units || e.rank != 3) {
    refuse_recurrent(m, k);
    return 0;
  }
  if (r.directions > 1) {
    ops::slice part = whole_of(e);
    part.begin[r.time()] = direction, part.size[r.time()] = 1;
    h = m.then(part, h);
  }
  return m.then(to, h);
}
/// Value x backwards along dimension k.
constexpr int backwards(onnx_import& m, int x, int k) {
  if (m.failed()) return 0;
  const extents e = m.at(x).shape;
  if (e.d[k] == 1) return x;
  ops::slice what = whole_of(e);
  what.begin[k] = e.d[k] - 1, what.step[k] = -1;
  return m.then(what, x);
}
/// Writes the outputs: all y, the last one and, of an LSTM, the last cells. run(x, d, cells) is the
/// layer in direction d; `cells` is for the state that holds those.
template <class F>
constexpr void write_recurrent(onnx_import& m, const onnx_recurrent& r, const F& run) {
  const auto is_read = [&](int k) { return m.output(k) >= 0 && m.room().needed[m.output(k)]; };
  int all[2]{}, last[2]{}, cells[2]{};
  const int t = r.time();
  for (int d = 0; d < r.directions && !m.failed(); ++d) {
    const bool back = r.runs_back(d);
    int y = run(back ? backwards(m, r.x, t) : r.x, d, cells[d]);
    if (m.failed()) return;
    if (is_read(2)) {
      const ops::reshape apart = r.batch_first ? ops::reshape{3, {r.batches, 1, r.units}}
                                               : ops::reshape{3, {1, r.batches, r.units}};
      cells[d] = m.then(apart, cells[d]);
    }
    if (is_read(1)) {
      ops::slice end = whole_of(m.at(y).shape);
      end.begin[t] = r.steps - 1, end.size[t] = 1;
      last[d] = m.then(end, y);
    }
    if (!is_read(0)) continue;
    if (back) y = backwards(m, y, t);
    const ops::reshape apart = r.batch_first ? ops::reshape{4, {r.batches, r.steps, 1, r.units}}
                                             : ops::reshape{4, {r.steps, 1, r.batches, r.units}};
    all[d] = m.then(apart, y);
  }
  const auto write = [&](int(&of)[2], int axis, int k) {
    if (!is_read(k)) return;
    const int y = r.directions == 1 ? of[0] : both(m, ops::concat{axis}, of[0], of[1]);
    m.write(y, onnx_order::plain, 1, k);
  };
  write(all, r.batch_first ? 2 : 1, 0);
  write(last, t, 1);
  write(cells, t, 2);
}

/// LSTM. Every run begins with the first states: `keep` writes them before the layer reads them.
constexpr void import_lstm(onnx_import& m) {
  if (!m.has(3, 8, 3)) return;
  m.integer("input_forget", 0, 0, 0);
  const float clip = m.real("clip", 0);
  const onnx_recurrent r = recurrent_of(m, 4);
  if (m.failed()) return;
  constexpr int place[4]{0, 2, 3, 1};  // of input, forget, cell and output gate in the file
  write_recurrent(m, r, [&](int sequence, int d, int& cells) {
    int x[ops::lstm::count]{};
    const int h = first_state(m, r, 5, d), c = first_state(m, r, 6, d);
    x[ops::lstm::hidden] = m.state({2, {r.batches, r.units}});
    x[ops::lstm::cell] = cells = m.state({2, {r.batches, r.units}});
    const int begun[5]{sequence, h, x[ops::lstm::hidden], c, x[ops::lstm::cell]};
    x[0] = m.make(ops::keep{}, begun, 5, f32::descriptor);
    for (int k = 0; k < 4; ++k) {
      x[ops::lstm::weights + k] = gate_of(m, r, r.weights, d, place[k]);
      x[ops::lstm::recurrent + k] = gate_of(m, r, r.recurrent, d, place[k]);
      x[ops::lstm::biases + k] =
          r.has_biases ? m.sum_of(bias_of(m, r, d, place[k], 0), bias_of(m, r, d, place[k], 1))
                       : m.zeros(r.units);
    }
    return m.make(ops::lstm{r.batch_first ? 0 : 1, __builtin_bit_cast(wide_int, clip)}, x,
                  ops::lstm::count, f32::descriptor);
  });
}

/// GRU, whose reset gate multiplies the state or, with linear_before_reset, what the weights make
/// of it. Sequences of several batches are transposed where time comes first.
constexpr void import_gru(onnx_import& m) {
  if (!m.has(3, 6, 2)) return;
  if (m.real("clip", 0) != 0) {
    return m.refuse(
        {.refuse = error::onnx_a_recurrent_layer_has_its_usual_activations_and_no_peepholes,
         .message = "a GRU has its usual activations and no clip"});
  }
  const int reset_after = m.integer("linear_before_reset", 0, 0, 1);
  const onnx_recurrent r = recurrent_of(m, 3);
  if (m.failed()) return;
  // from (T, B, I) to (B, T, I), and back
  const auto turned = [&](int x) {
    if (m.failed() || r.batch_first) return x;
    const extents e = m.at(x).shape;
    if (r.batches == 1 || r.steps == 1) return m.then(ops::reshape{3, {e.d[1], e.d[0], e.d[2]}}, x);
    return m.then(ops::transpose{3, {1, 0, 2}}, x);
  };
  write_recurrent(m, r, [&](int sequence, int d, int&) {
    int x[most_inputs]{turned(sequence)}, count = ops::gru::biases;
    for (int k = 0; k < 3; ++k) {
      x[ops::gru::weights + k] = gate_of(m, r, r.weights, d, k);
      x[ops::gru::recurrent + k] = gate_of(m, r, r.recurrent, d, k);
    }
    for (int of_state = 0; of_state < (r.has_biases ? 2 : 1); ++of_state) {
      for (int k = 0; k < 3; ++k) {
        x[count++] =
            r.has_biases ? m.plain_constant(bias_of(m, r, d, k, of_state)) : m.zeros(r.units);
      }
    }
    if (m.has_input(5)) x[count++] = first_state(m, r, 5, d);
    return turned(m.make(ops::gru{.reset_after = reset_after}, x, count, f32::descriptor));
  });
}

/// Values that are parts along a dimension, joined.
constexpr int joined(onnx_import& m, const int* x, int count, int along) {
  if (count == 1) return x[0];
  int parts[most_inputs]{}, made = 0;
  const int each = ceil_div(count, most_inputs);
  for (int k = 0; k < count && !m.failed(); k += each) {
    parts[made++] = joined(m, x + k, minimum(each, count - k), along);
  }
  return m.failed() ? 0 : m.make(ops::concat{along}, parts, made, f32::descriptor);
}
/// RNN: h = f(W x + R h + biases), f Tanh or Relu. W x of all steps is one layer; the steps follow
/// one another.
constexpr void import_rnn(onnx_import& m) {
  if (!m.has(3, 6, 2)) return;
  if (m.real("clip", 0) != 0) return refuse_activations(m);
  const onnx_recurrent r = recurrent_of(m, 1);
  bool rectifies[2]{};
  for (int d = 0; d < r.directions && m.file.attribute(m.index(), "activations"); ++d) {
    const protobuf::stretch f = m.file.text(m.index(), "activations", d);
    rectifies[d] = m.file.same(f, "Relu");
    if (!rectifies[d] && !m.file.same(f, "Tanh")) refuse_activations(m);
  }
  if (r.steps > onnx_schema::most_steps_of_a_rnn) {
    m.refuse({.refuse = error::onnx_an_RNN_has_up_to_64_steps,
              .message = "an RNN has {} steps, at most {} are possible",
              .have = r.steps,
              .want = onnx_schema::most_steps_of_a_rnn});
  }
  if (m.failed()) return;
  const int t = r.time(), b = r.batches, n = r.units;
  write_recurrent(m, r, [&](int sequence, int d, int&) {
    const int rows = m.then(ops::reshape{2, {r.steps * b, r.inputs}}, sequence);
    const int bias = r.has_biases ? m.sum_of(bias_of(m, r, d, 0, 0), bias_of(m, r, d, 0, 1)) : -1;
    const int of_inputs[3]{rows, gate_of(m, r, r.weights, d, 0), bias};
    int all = m.make(ops::dense{}, of_inputs, bias < 0 ? 2 : 3, f32::descriptor);
    all = m.then(t == 0 ? ops::reshape{3, {r.steps, b, n}} : ops::reshape{3, {b, r.steps, n}}, all);
    const int recurrent = gate_of(m, r, r.recurrent, d, 0);
    int h = first_state(m, r, 5, d), made[onnx_schema::most_steps_of_a_rnn]{};
    for (int k = 0; k < r.steps && !m.failed(); ++k) {
      ops::slice step = whole_of(m.at(all).shape);
      step.begin[t] = k, step.size[t] = 1;
      const int x = m.then(ops::reshape{2, {b, n}}, m.then(step, all)), of_state[2]{h, recurrent};
      h = sum(m, x, m.make(ops::dense{}, of_state, 2, f32::descriptor));
      h = rectifies[d] ? m.then(ops::relu{}, h) : m.then(ops::tanh{}, h);
      made[k] = m.then(t == 0 ? ops::reshape{3, {1, b, n}} : ops::reshape{3, {b, 1, n}}, h);
    }
    return m.failed() ? 0 : joined(m, made, r.steps, t);
  });
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
