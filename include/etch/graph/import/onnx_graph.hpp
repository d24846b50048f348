// import::onnx<bytes>: the ONNX importer, a graph from the bytes of an .onnx file at compile time.
#pragma once

#include <etch/graph/import/drop_unread.hpp>
#include <etch/graph/import/onnx_operators.hpp>
#include <etch/graph/make.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_the_model_has_no_input_or_no_output(long, long) {}
inline void onnx_a_node_makes_more_nodes_than_there_is_room_for(long, long) {}
}  // namespace error

/// The import of a whole file into arrays of the caller: at compile time, or in a program that
/// reads a model.
class onnx_reading {
 public:
  onnx_import m;
  int inputs[32]{}, outputs[32]{};
  onnx_refusal first{};  ///< why the file is refused
  int refusals = 0;      ///< nodes that are refused, or what else is wrong: all are found
  graph_size needed{};   ///< values and nodes before those were dropped that nothing depends on

  constexpr onnx_reading(const unsigned char* bytes, int size, const onnx_room& room,
                         numerics preset, int steps = file_reader::default_steps)
      : m(bytes, size, steps, room) {
    m.preset = preset;
    m.import_node = onnx_operators::import_node;
    mark();
    for (int i = 0; i < m.file.input_count && !m.failed(); ++i) {
      inputs[i] = onnx_operators::add_input(m, m.file.inputs[i]);
    }
    for (int n = 0; n < m.file.nodes && !m.failed(); ++n) {
      if (is_needed(n)) read_node(n);
    }
    m.leave();
    if (refusals == 0) read_outputs();
    if (m.failed() && refusals == 0) note_refusal();
    if (refusals == 0) detail::fill(m.graph, preset);
  }

  constexpr bool refused() const { return refusals > 0; }
  constexpr graph_size size() const {
    return {m.graph.size.values, m.graph.size.nodes, m.file.input_count, m.file.output_count};
  }

 private:
  constexpr void note_refusal() {
    const onnx_refusal why{m.file.source.finding(), m.file.place, m.file.source.byte()};
    if (refusals == 0) first = why;
    if (m.room().refusals != nullptr) m.room().refusals[refusals] = why;
    ++refusals;
  }
  /// Whether an output of the model depends on node n.
  constexpr bool is_needed(int n) const {
    bool needed = false;
    for (int k = 0; k < m.file.node(n).outputs; ++k) {
      const int t = m.file.output(n, k);
      needed |= t >= 0 && m.room().needed[t] && !m.is_constant(t);
    }
    return needed;
  }
  /// Marks the tensors that outputs depend on, and those that layers with windows read by way of
  /// operators that pass the order of channels on. Nodes are in order, so one backward pass finds
  /// them.
  constexpr void mark() {
    using onnx_operators::passes;
    const onnx_room& room = m.room();
    for (int i = 0; i < m.file.output_count && !m.failed(); ++i)
      room.needed[m.file.outputs[i]] = true;
    for (int n = m.file.nodes - 1; n >= 0 && !m.failed(); --n) {
      if (!is_needed(n) || !m.file.source.spend(1)) continue;
      const passes how = onnx_operators::passes_of(m.file.node(n).code);
      const int y = m.file.output(n, 0);
      const bool last = y >= 0 && room.last[y];
      for (int k = 0; k < m.file.node(n).inputs; ++k) {
        const int t = m.file.input(n, k);
        if (t < 0) continue;
        room.needed[t] = true;
        if (how == passes::channels ? k == 0 : how == passes::order && last) room.last[t] = true;
      }
    }
  }
  /// Imports a node, unless it reads what a refused one makes; notes why it is refused and goes on.
  constexpr void read_node(int n) {
    const auto each_output = [&](int value) {
      for (int k = 0; k < m.file.node(n).outputs; ++k) {
        const int t = m.file.output(n, k);
        if (t >= 0 && !m.room().entries[t].has_value()) m.room().entries[t].value = value;
      }
    };
    for (int k = 0; k < m.file.node(n).inputs; ++k) {
      const int t = m.file.input(n, k);
      if (t >= 0 && m.room().entries[t].value == no_value::unknown) {
        return each_output(no_value::unknown);
      }
    }
    // a node before it may have made its values
    bool made = true;
    for (int k = 0; k < m.file.node(n).outputs; ++k) {
      const int t = m.file.output(n, k);
      made &= t < 0 || !m.room().needed[t] || m.room().entries[t].has_value();
    }
    if (made) return;
    onnx_operators::import_node(m, n);
    if (!m.failed() && m.graph.full) {
      m.refuse({.refuse = error::onnx_a_node_makes_more_nodes_than_there_is_room_for,
                .message = "a node makes more nodes than there is room for"});
    }
    if (!m.failed()) return;
    note_refusal();
    each_output(no_value::unknown);
    if (!m.file.source.is_broken()) m.file.source.go_on();
  }
  constexpr void refuse(const diagnosis& d) { m.file.refuse(0, d); }
  /// Drops what the file computes for nothing: what it reads the shape of, and no number.
  constexpr void drop() {
    needed = m.graph.size;
    if (m.graph.full || !m.file.source.spend(4LL * (needed.values + needed.nodes))) return;
    int* const place = m.room().place;
    drop_unread(m.graph, outputs, m.file.output_count, inputs, m.file.input_count, place);
    for (int t = 0; t < m.file.tensors; ++t) {
      int& v = m.room().entries[t].value;
      if (v >= 0) v = place[v] < 0 ? no_value::yet : place[v];
    }
  }
  constexpr void read_outputs() {
    for (int i = 0; i < m.file.output_count && !m.failed(); ++i) {
      const int t = m.file.outputs[i];
      onnx_entry& e = m.room().entries[t];
      m.reads = onnx_reads::numbers;
      e = m.value_of(t);
      if (!m.failed() && !e.has_value()) {
        refuse({.refuse = error::onnx_an_output_of_the_graph_is_made_by_nothing,
                .message = "output {} of the graph is made by nothing",
                .have = i});
      }
      if (m.failed()) return;
      if (e.order == onnx_order::flat) e = {m.plain(e), onnx_order::plain, 1, e.codes};
      e.value = onnx_operators::output_of(m, e);
      // an input, a constant or another output is copied
      bool copied = !m.failed() && m.graph.values[e.value].producer < 0;
      for (int k = 0; k < i; ++k) copied |= outputs[k] == e.value;
      if (copied) e.value = m.copied(e.value, t);
      outputs[i] = e.value;
    }
    if (m.file.input_count < 1 || m.file.output_count < 1) {
      refuse({.refuse = error::onnx_the_model_has_no_input_or_no_output,
              .message = "the model has no input or no output"});
    }
    if (m.failed()) return;
    drop();
    for (int i = 0; i < m.file.input_count; ++i) {
      const onnx_tensor& is = m.file.tensor(m.file.inputs[i]);
      if (is.readers > 0 || is.is_output) continue;
      refuse({.refuse = error::an_input_of_the_graph_is_never_read,
              .message = "input {} of the graph is never read",
              .have = i});
    }
    for (int i = 0; i < m.file.output_count; ++i) {
      if (const diagnosis d = needs_format(m.at(outputs[i]))) refuse(d);
    }
  }
};

/// Upper bounds for the arrays of onnx_room.
struct onnx_bounds {
  int nodes_of_file = 0, tensors = 0, edges = 0, slots = 0;
  int nodes = 0;  ///< values and nodes
  int constants = 0;
  int letters = 0;
  int codes = 0;
  int scales = 0;
  onnx_refusal first{};  ///< why the file cannot be read; then the bounds mean nothing
};
/// The bounds of a file.
constexpr onnx_bounds onnx_bounds_of(const unsigned char* bytes, int size,
                                     int steps = file_reader::default_steps) {
  const onnx_file file(bytes, size, steps, {});
  onnx_bounds b{};
  b.first = {file.source.finding(), file.place, file.source.byte()};
  if (b.first.refused) return b;
  b.nodes_of_file = file.nodes;
  b.tensors = file.tensors;
  b.edges = file.edges;
  for (b.slots = 2; b.slots < 2 * file.tensors + 2;) b.slots *= 2;
  // most operators make at most sixteen nodes, two for each of their tensors, and a value for each
  b.nodes = 16 * file.nodes + 4 * file.edges + file.tensors + 2 * file.output_count + 64;
  b.nodes += file.more.nodes;
  b.constants = 4 * file.nodes + file.edges + file.output_count + file.more.constants;
  b.letters = file.letters + file.tensors;
  // a list that is known, and its constant
  constexpr int list = 4 * known_integers::most + 4;
  b.codes = (2 * list + 16) * file.nodes + list * file.output_count + file.more.codes;
  b.scales = file.scales;
  return b;
}

namespace detail {

template <int Constants, int Letters, int Codes, int Scales>
struct onnx_measure {
  graph_size size{}, needed{};  ///< needed: while it is made
  int constants = 0, letters = 0, codes = 0, scales = 0;
  pool<onnx_constant, Constants> constant{};
  pool<char, Letters> letter{};
  pool<unsigned char, Codes> code{};
  pool<double, Scales> scale{};
  onnx_refusal first{};
  int refusals = 0;
};

/// The bytes of constant C of a file.
template <const auto& File, const auto& C, const auto& Scales>
consteval auto onnx_constant_bytes() {
  pool<unsigned char, C.bytes()> made{};
  C.write(bytes_of(File), Scales.element, made.element);
  return made;
}
template <const auto& File, const auto& Constants, const auto& Scales, int K>
struct onnx_constant_of {
  static constexpr onnx_constant is = Constants.element[K];
  static constexpr auto bytes = onnx_constant_bytes<File, is, Scales>();
};
template <const auto& File, const auto& Constants, const auto& Scales, int... K>
consteval auto onnx_constants(indices<K...>) {
  return pool<const unsigned char*, sizeof...(K)>{
      {onnx_constant_of<File, Constants, Scales, K>::bytes.element...}};
}

template <const auto& File, numerics Preset>
struct onnx_model {
  static constexpr const auto& file = bytes_of(File);
  static constexpr const unsigned char* bytes = file;
  static constexpr int size = size_of(File);
  static constexpr onnx_bounds bounds = onnx_bounds_of(bytes, size);

  /// What an import notes of nodes and tensors.
  struct entries {
    onnx_node nodes[bounds.nodes_of_file + 1]{};
    onnx_tensor tensors[bounds.tensors + 1]{};
    int edges[bounds.edges + 1]{};
    int slots[bounds.slots + 1]{};
    onnx_entry entry[bounds.tensors + 1]{};
    bool needed[bounds.tensors + 1]{};
    bool last[bounds.tensors + 1]{};
    int place[bounds.nodes + 1]{};

    constexpr onnx_room room() {
      return {.tables = {nodes, tensors, edges, slots, bounds.slots},
              .entries = entry,
              .needed = needed,
              .last = last,
              .place = place};
    }
  };

  static consteval auto measure() {
    onnx_measure<bounds.constants, bounds.letters, bounds.codes, bounds.scales> found{
        .first = bounds.first, .refusals = bounds.first.refused ? 1 : 0};
    if (bounds.first.refused) return found;
    value values[bounds.nodes + 1]{};
    node nodes[bounds.nodes + 1]{};
    entries of;
    onnx_room room = of.room();
    room.values = values;
    room.nodes = nodes;
    room.capacity = bounds.nodes;
    room.constants = found.constant.element;
    room.names = found.letter.element;
    room.codes = found.code.element;
    room.scales = found.scale.element;
    room.name_pool = found.letter.element;
    room.code_pool = found.code.element;
    room.scale_pool = found.scale.element;
    const onnx_reading r(bytes, size, room, Preset);
    found.size = r.size();
    found.needed = r.needed;
    found.constants = r.m.constant_count;
    found.letters = r.m.name_letters;
    found.codes = r.m.code_bytes;
    found.scales = r.m.scale_count;
    found.first = r.first;
    found.refusals = r.refusals;
    return found;
  }
  static constexpr auto measured = measure();
  static constexpr auto names = first_of<char, measured.letters>(measured.letter);
  static constexpr auto codes = first_of<unsigned char, measured.codes>(measured.code);
  static constexpr auto scales = first_of<double, measured.scales>(measured.scale);
  static constexpr auto constants = first_of<onnx_constant, measured.constants>(measured.constant);

  template <class Extensions>
  static consteval auto make() {
    constexpr graph_size n = measured.size;
    constexpr auto& pool_of_constants = constant_pool<>;
    graph_value<n.values, n.nodes, n.inputs, n.outputs, read_from<Extensions, File>> made{};
    entries of;
    onnx_room room = of.room();
    room.constant_pool = pool_of_constants.element;
    room.name_pool = names.element;
    room.code_pool = codes.element;
    room.scale_pool = scales.element;
    constexpr graph_size all = measured.needed;
    value values[all.values + 1]{};
    node nodes[all.nodes + 1]{};
    room.values = values;
    room.nodes = nodes;
    room.capacity = maximum(all.values, all.nodes);
    const onnx_reading r(bytes, size, room, Preset);
    for (int v = 0; v < n.values; ++v) made.values[v] = values[v];
    for (int k = 0; k < n.nodes; ++k) made.nodes[k] = nodes[k];
    for (int i = 0; i < n.inputs; ++i) made.inputs[i] = r.inputs[i];
    for (int i = 0; i < n.outputs; ++i) made.outputs[i] = r.outputs[i];
    return made;
  }

 private:
  template <int Count = measured.constants>
  static constexpr auto constant_pool = onnx_constants<File, constants, scales>(first<Count>{});
};

/// The letters of an operator's name, up to 39 of them, and the name of an element type.
template <int Most = 39>
constexpr schema_name onnx_operator_name(const unsigned char* bytes, const onnx_place& p) {
  schema_name found{};
  for (int i = 0; i < p.op_type.size && i < Most; ++i) {
    found.letters[i] = static_cast<char>(bytes[p.op_type.at + i]);
  }
  return found;
}
constexpr schema_name onnx_type_name(const onnx_place& p) {
  return schema_word(onnx_schema::element_names, p.tensor_type);
}

template <const auto& File, numerics Preset, class Extensions>
consteval auto onnx_checked() {
  using model = onnx_model<File, Preset>;
  constexpr const auto& m = model::measured;
  constexpr diagnosis why = m.first.refused;
  constexpr onnx_place at = m.first.place;
  constexpr schema_name op = onnx_operator_name(model::bytes, at), type = onnx_type_name(at);
  static_assert(
      is_read<why.refuse, at_operator<at.op, as_text<length(op.letters) + 1>(op.letters)>,
              at_tensor<at.tensor, as_text<length(type.letters) + 1>(type.letters)>,
              at_byte<m.first.byte>, numbers<why.have, why.want>, refusals<m.refusals>>::passed,
      "the .onnx file is refused: is_read<sentence, at_operator, at_tensor, at_byte, numbers, "
      "refusals>");
  if constexpr (m.refusals == 0) return model::template make<Extensions>();
  else return stand_in();
}

}  // namespace detail

namespace import {

/// The graph of an .onnx file. File holds its bytes: an array with linkage, or an object with
/// linkage whose member `bytes` is the array. Values have their channels behind all other
/// dimensions where layers with windows read or make them, inputs and outputs too; a size that the
/// file leaves open is 1. A file that the importer refuses is a compile error that names the node
/// and the byte.
template <const auto& File, numerics Preset = numerics::onnxruntime,
          class Extensions = extensions<>>
inline constexpr auto onnx = detail::onnx_checked<File, Preset, Extensions>();

}  // namespace import

}  // namespace ETCH_NAMESPACE
