// import::tflite<bytes>: the TensorFlow Lite importer, a graph from the bytes of a .tflite file at
// compile time.
#pragma once

#include <etch/graph/import/refusal.hpp>
#include <etch/graph/import/tflite_operators.hpp>
#include <etch/graph/make.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_the_model_has_no_input_or_no_output(long, long) {}
inline void tflite_the_model_has_more_than_32_inputs_or_outputs(long /*number*/, long) {}
inline void tflite_an_output_is_made_by_no_operator(long /*output*/, long) {}
inline void tflite_an_operator_makes_more_nodes_than_there_is_room_for(long, long) {}
}  // namespace error

/// The import of a whole file into arrays of the caller: at compile time, or in a program that
/// reads a model.
class tflite_reading {
 public:
  tflite_import m;
  int inputs[32]{}, outputs[32]{};
  int input_count = 0;     ///< those that only name a shape are none
  tflite_refusal first{};  ///< why the file is refused
  int refusals = 0;        ///< operators that are refused, or what else is wrong: all are found

  constexpr tflite_reading(const unsigned char* bytes, int size, const tflite_room& room,
                           numerics preset, int steps = flatbuffer::reader::default_steps)
      : m(bytes, size, steps, room) {
    m.preset = preset;
    if (maximum(m.values.file.inputs.count, m.values.file.outputs.count) > 32) {
      refuse({.refuse = error::tflite_the_model_has_more_than_32_inputs_or_outputs,
              .message = "the model has more than 32 inputs or outputs"});
    }
    mark_needed();
    read_inputs();
    for (int i = 0; i < m.values.file.operators.count && !m.failed(); ++i) {
      tflite_operators::import_operator(m, i);
      if (m.failed()) note_refusal();
    }
    if (refusals == 0) read_outputs();
    if (refusals == 0 && m.values.graph.full) {
      refuse({.refuse = error::tflite_an_operator_makes_more_nodes_than_there_is_room_for,
              .message = "an operator makes more nodes than there is room for"});
    }
    if (m.failed() && refusals == 0) note_refusal();
    if (refusals == 0) detail::fill(m.values.graph, preset);
  }

  constexpr bool refused() const { return refusals > 0; }
  constexpr graph_size size() const {
    return {m.values.graph.size.values, m.values.graph.size.nodes, input_count,
            m.values.file.outputs.count};
  }

 private:
  constexpr void refuse(const diagnosis& d) { m.values.file.refuse(m.values.file.inputs.at, d); }
  /// Notes why the operator is refused, and goes on as if it had made its outputs, unless the file
  /// itself is broken.
  constexpr void note_refusal() {
    flatbuffer::reader& source = m.values.file.source;
    const tflite_refusal why{source.finding(), m.values.file.place, source.byte()};
    if (refusals == 0) first = why;
    if (m.values.room().refusals != nullptr) m.values.room().refusals[refusals] = why;
    ++refusals;
    if (source.is_broken() || why.place.op < 0) return;
    source.go_on();
    m.stand_in();
  }

  /// Marks the tensors that outputs depend on. Operators are in topological order, so one backward
  /// pass finds them.
  constexpr void mark_needed() {
    const auto mark = [&](const flatbuffer::vector& list) {
      for (int i = 0; i < list.count && !m.failed(); ++i) {
        const int t = list.number<std::int32_t>(i);
        if (m.values.file.has_tensor(t)) m.values.room().needed[t] = true;
      }
    };
    if (m.failed()) return;
    mark(m.values.file.outputs);
    for (int i = m.values.file.operators.count - 1; i >= 0 && !m.failed(); --i) {
      if (!m.open_operator(i)) continue;
      for (int k = 0; k < m.inputs() && !m.failed(); ++k) {
        const int t = m.input(k);
        if (t < 0 || tflite_operators::is_shape_alone(m, k)) continue;
        if (t < m.values.file.tensors.count) m.values.room().needed[t] = true;
      }
    }
    if (!m.failed()) m.values.file.place = {};
  }
  constexpr void read_inputs() {
    for (int i = 0; i < m.values.file.inputs.count && !m.failed(); ++i) {
      const int t = m.values.file.inputs.number<std::int32_t>(i);
      if (names_a_shape(t)) continue;
      inputs[input_count++] = m.values.write(t, m.values.describe_output(t), -1);
    }
  }
  /// Whether tensor t, an input, is read as the shape of something alone.
  constexpr bool names_a_shape(int t) {
    if (!m.values.file.has_tensor(t) || m.values.room().needed[t]) return false;
    bool read = false;
    for (int i = 0; i < m.values.file.operators.count && !m.failed(); ++i) {
      if (!m.open_operator(i)) continue;
      for (int k = 0; k < m.inputs() && !m.failed(); ++k) read |= m.input(k) == t;
    }
    m.values.file.place = {};
    return read;
  }
  constexpr void read_outputs() {
    if (!m.failed()) m.values.file.place = {};
    for (int i = 0; i < m.values.file.outputs.count && !m.failed(); ++i) {
      outputs[i] = m.read(m.values.file.outputs.number<std::int32_t>(i));
      if (i == 0 && !m.failed()) outputs[0] = tflite_operators::keep_variables(m, outputs[0]);
      if (m.failed() || m.values.graph.values[outputs[i]].producer >= 0) continue;
      refuse({.refuse = error::tflite_an_output_is_made_by_no_operator,
              .message = "output {} is made by no operator",
              .have = i});
    }
    if (input_count < 1 || m.values.file.outputs.count < 1) {
      refuse({.refuse = error::tflite_the_model_has_no_input_or_no_output,
              .message = "the model has no input or no output"});
    }
    if (m.failed()) return;
    const graph_size n = size();
    if (const diagnosis d =
            detail::check_written(m.values.graph, outputs, n.outputs, inputs, n.inputs)) {
      refuse(d);
    }
  }
};

/// Upper bounds for the arrays of tflite_room.
struct tflite_bounds {
  int tensors = 0;
  int operators = 0;
  int nodes = 0;  ///< values and nodes
  int scales = 0;
  int letters = 0;
  int codes = 0;           ///< bytes of constants that the importer works out
  tflite_refusal first{};  ///< why the file cannot be read; then the bounds mean nothing
};
/// The bounds of a file.
constexpr tflite_bounds tflite_bounds_of(const unsigned char* bytes, int size,
                                         int steps = flatbuffer::reader::default_steps) {
  tflite_file file(bytes, size, steps);
  tflite_bounds b{};
  for (int t = 0; t < file.tensors.count && !file.failed(); ++t) {
    const flatbuffer::table scaling =
        file.tensor_table(t).child(tflite_schema::fields::tensor::quantization);
    const int scales = scaling.list(tflite_schema::fields::quantization_parameters::scale, 4).count;
    const int letters = file.tensor_name(t).count;
    if (!file.source.spend(scales)) break;
    b.scales += scales;
    b.letters += letters + 1;
  }
  b.first = {file.source.finding(), file.place, file.source.byte()};
  if (b.first.refused) return b;
  b.tensors = file.tensors.count;
  b.operators = file.operators.count;
  // the last nodes keep variables; an operator makes at most five nodes and two for each of its
  // tensors, and a value for each
  b.nodes = file.tensors.count + 5 * file.operators.count + tflite_import::most_variables;
  for (int i = 0; i < file.operators.count && !file.failed(); ++i) {
    const flatbuffer::table op = file.operation(i);
    const int in = op.list(tflite_schema::fields::op::inputs, 4).count;
    const int out = op.list(tflite_schema::fields::op::outputs, 4).count;
    b.nodes += tflite_operators::rearranges(file.place.code) ? 8 : 0;
    b.nodes += tflite_operators::is_loop(file.place.code) ? 64 : 0;
    if (tflite_operators::folds(file.place.code)) {
      if (!file.source.spend(out)) break;
      b.codes += 4 * (1 + known_integers::most) * minimum(out, known_integers::most);
    }
    if (maximum(in, out) <= 4) continue;
    if (!file.source.spend(in) || !file.source.spend(out)) break;
    b.nodes += 2 * minimum(in + out, file.tensors.count);
  }
  b.first = {file.source.finding(), file.place, file.source.byte()};
  return b;
}

namespace detail {

/// The result of a first pass over the file: the size of its graph, its scales and names, or why it
/// is refused.
template <int Scales, int Letters, int Codes>
struct tflite_measure {
  graph_size size{};
  int scales = 0, letters = 0, codes = 0;
  pool<double, Scales> scale{};
  pool<char, Letters> letter{};
  pool<unsigned char, Codes> code{};
  tflite_refusal first{};
  int refusals = 0;
};

template <const auto& File, numerics Preset>
struct tflite_model {
  static constexpr const auto& file = bytes_of(File);
  static constexpr const unsigned char* bytes = file;
  static constexpr int size = static_cast<int>(sizeof file);
  static constexpr tflite_bounds bounds = tflite_bounds_of(bytes, size);

  /// What an import notes of each tensor.
  struct entries {
    int value_of[bounds.tensors + 1]{};
    bool needed[bounds.tensors + 1]{};
    int integers_of[bounds.tensors + 1]{};
    tflite_blocks blocks_of[bounds.tensors + 1]{};
  };

  static consteval auto measure() {
    tflite_measure<bounds.scales, bounds.letters, bounds.codes> found{
        .first = bounds.first, .refusals = bounds.first.refused ? 1 : 0};
    if (bounds.first.refused) return found;
    value values[bounds.nodes + 1]{};
    node nodes[bounds.nodes + 1]{};
    entries of_tensors;
    const tflite_reading r(bytes, size,
                           {.values = values,
                            .nodes = nodes,
                            .capacity = bounds.nodes,
                            .value_of = of_tensors.value_of,
                            .needed = of_tensors.needed,
                            .integers_of = of_tensors.integers_of,
                            .blocks_of = of_tensors.blocks_of,
                            .scales = found.scale.element,
                            .names = found.letter.element,
                            .codes = found.code.element,
                            .scale_pool = found.scale.element,
                            .name_pool = found.letter.element,
                            .code_pool = found.code.element},
                           Preset);
    found.size = r.size();
    found.scales = r.m.values.scale_count;
    found.letters = r.m.values.name_letters;
    found.codes = r.m.values.code_bytes;
    found.first = r.first;
    found.refusals = r.refusals;
    return found;
  }
  static constexpr auto measured = measure();

  static constexpr auto scales = first_of<double, measured.scales>(measured.scale);
  static constexpr auto names = first_of<char, measured.letters>(measured.letter);
  static constexpr auto codes = first_of<unsigned char, measured.codes>(measured.code);

  template <class Extensions>
  static consteval auto make() {
    constexpr graph_size n = measured.size;
    graph_value<n.values, n.nodes, n.inputs, n.outputs, read_from<Extensions, File>> made{};
    entries of_tensors;
    const tflite_reading r(bytes, size,
                           {.values = made.values,
                            .nodes = made.nodes,
                            .capacity = n.values,
                            .value_of = of_tensors.value_of,
                            .needed = of_tensors.needed,
                            .integers_of = of_tensors.integers_of,
                            .blocks_of = of_tensors.blocks_of,
                            .scale_pool = scales.element,
                            .name_pool = names.element,
                            .code_pool = codes.element},
                           Preset);
    for (int i = 0; i < n.inputs; ++i) made.inputs[i] = r.inputs[i];
    for (int i = 0; i < n.outputs; ++i) made.outputs[i] = r.outputs[i];
    return made;
  }
};

/// The names of the operator and of the tensor's type at a place.
constexpr schema_name operator_name(const tflite_place& p) {
  return schema_word(tflite_schema::builtin_names, p.code);
}
constexpr schema_name type_name(const tflite_place& p) {
  return schema_word(tflite_schema::type_names, p.tensor_type);
}

template <const auto& File, numerics Preset, class Extensions>
consteval auto tflite_checked() {
  using model = tflite_model<File, Preset>;
  constexpr const auto& m = model::measured;
  constexpr diagnosis why = m.first.refused;
  constexpr tflite_place at = m.first.place;
  constexpr schema_name op = operator_name(at), type = type_name(at);
  static_assert(
      is_read<why.refuse, at_operator<at.op, as_text<length(op.letters) + 1>(op.letters)>,
              at_tensor<at.tensor, as_text<length(type.letters) + 1>(type.letters)>,
              at_byte<m.first.byte>, numbers<why.have, why.want>, refusals<m.refusals>>::passed,
      "the .tflite file is refused: is_read<sentence, at_operator, at_tensor, at_byte, "
      "numbers, refusals>");
  if constexpr (m.refusals == 0) return model::template make<Extensions>();
  else return stand_in();
}
}  // namespace detail

namespace import {

/// The graph of a .tflite file. File holds its bytes: an array with linkage, or an object with
/// linkage whose member `bytes` is the array. Batch sizes stay in the shapes; arithmetic follows
/// Preset. A file that the importer refuses is a compile error that names the operator, the tensor
/// and the byte.
template <const auto& File, numerics Preset = numerics::tflm_reference,
          class Extensions = extensions<>>
inline constexpr auto tflite = detail::tflite_checked<File, Preset, Extensions>();

}  // namespace import

}  // namespace ETCH_NAMESPACE
