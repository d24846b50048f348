// An .onnx file: its nodes and tensors, names resolved to indices, with checked access.
#pragma once

#include <etch/graph/import/onnx_attributes.hpp>
#include <etch/graph/import/onnx_linear.hpp>
#include <etch/graph/import/onnx_tables.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_the_model_has_no_graph_or_two(long /*graphs*/, long) {}
inline void onnx_the_IR_version_is_below_3(long /*version*/, long) {}
inline void onnx_the_opset_is_not_7_to_22(long /*opset*/, long) {}
inline void onnx_the_model_has_too_many_tensors_or_nodes(long /*number*/, long /*most*/) {}
inline void onnx_the_model_has_more_than_32_inputs_or_outputs(long /*number*/, long) {}
inline void onnx_a_node_has_more_than_16_inputs_or_outputs(long /*number*/, long) {}
inline void onnx_a_node_reads_what_nothing_before_it_makes(long /*input*/, long) {}
inline void onnx_two_tensors_have_one_name(long, long) {}
inline void onnx_an_output_of_the_graph_is_made_by_nothing(long /*output*/, long) {}
inline void onnx_an_input_of_the_graph_is_no_tensor_of_a_known_type(long /*type*/, long) {}
inline void onnx_sparse_tensors_are_not_supported(long, long) {}
}  // namespace error

/// A model: its nodes in order, each of which reads what those before it make.
class onnx_file : public onnx_attributes {
 public:
  static constexpr int most_entries = 4096;  // the limit of values and nodes of a graph

  int opset = 0;
  int nodes = 0, tensors = 0, edges = 0;
  onnx_schema::op_room more{};  ///< what some operators need
  int letters = 0;              ///< of the names of inputs and of outputs of nodes
  int scales = 0;  ///< numbers of all initializers that may be scales or zero points of channels
  int inputs[32]{}, outputs[32]{};
  int input_count = 0, output_count = 0;

  onnx_file(const onnx_file&) = delete;
  onnx_file& operator=(const onnx_file&) = delete;
  /// Reads the file into these tables. Without tables it counts what they have to hold.
  constexpr onnx_file(const unsigned char* bytes, int size, int steps, const onnx_tables& tables)
      : onnx_attributes(bytes, size, steps), tables_(tables) {
    const protobuf::stretch graph = find_graph();
    if (tables.nodes == nullptr) {
      count(graph);
      return;
    }
    for (int s = 0; s < tables.slot_count; ++s) tables.slots[s] = -1;
    // fields may stand in any order
    using protobuf::wire;
    namespace field = onnx_schema::fields::graph;
    for (protobuf::fields g(source, graph); g.next();) {
      if (g.is(field::initializer, wire::bytes)) add_initializer(g.inside);
    }
    for (protobuf::fields g(source, graph); g.next();) {
      if (g.is(field::input, wire::bytes)) add_input(g.inside);
    }
    for (protobuf::fields g(source, graph); g.next();) {
      if (g.is(field::node, wire::bytes)) add_node(g.inside);
    }
    if (!failed()) place = {};
    for (protobuf::fields g(source, graph); g.next();) {
      if (g.is(field::output, wire::bytes)) add_output(g.inside);
    }
  }

  constexpr const onnx_node& node(int n) const { return tables_.nodes[n]; }
  constexpr const onnx_tensor& tensor(int t) const { return tables_.tensors[t]; }
  /// Input k or output k of node n; -1 where it is left out.
  constexpr int input(int n, int k) const {
    return k < node(n).inputs ? tables_.edges[node(n).first_input + k] : -1;
  }
  constexpr int output(int n, int k) const {
    return k < node(n).outputs ? tables_.edges[node(n).first_output + k] : -1;
  }
  /// Errors name node n from now on.
  constexpr void enter(int n) {
    const onnx_node& is = node(n);
    const int first = output(n, 0);
    place = {.op = n,
             .op_type = is.op_type,
             .name = is.name.empty() && first >= 0 ? tensor(first).name : is.name};
  }
  /// The attribute of node n with this name.
  constexpr onnx_attribute attribute(int n, const char* name) {
    for (protobuf::fields f(source, node(n).all); f.next();) {
      if (!f.is(onnx_schema::fields::node::attribute, protobuf::wire::bytes)) continue;
      const onnx_attribute a = read_attribute(f.inside);
      if (same(a.name, name)) return a;
    }
    return {};
  }
  constexpr protobuf::stretch text(int n, const char* name, int k) {
    return onnx_attributes::text(node(n).all, name, k);
  }

 private:
  onnx_tables tables_;

  /// The graph of the model, whose versions it checks.
  constexpr protobuf::stretch find_graph() {
    using protobuf::wire;
    namespace field = onnx_schema::fields::model;
    protobuf::stretch graph{};
    int graphs = 0;
    std::uint64_t version = 0;
    for (protobuf::fields m(source, {0, source.size()}); m.next();) {
      if (m.is(field::ir_version, wire::varint)) version = m.number;
      if (m.is(field::graph, wire::bytes)) graph = m.inside, ++graphs;
      if (m.is(field::opset_import, wire::bytes)) read_opset(m.inside);
    }
    if (graphs != 1) {
      source.refuse_structure(0, {.refuse = error::onnx_the_model_has_no_graph_or_two,
                                  .message = "the model has {} graphs, not one",
                                  .have = graphs});
    }
    if (version < 3) {
      source.refuse_structure(0, {.refuse = error::onnx_the_IR_version_is_below_3,
                                  .message = "the model has IR version {}, at least 3 is needed",
                                  .have = static_cast<long>(version)});
    }
    if (opset < 7 || opset > 22) {
      source.refuse_structure(0, {.refuse = error::onnx_the_opset_is_not_7_to_22,
                                  .message = "the model is of opset {}, not 7 to 22: "
                                             "onnx.version_converter changes it",
                                  .have = opset});
    }
    return graph;
  }
  constexpr void read_opset(const protobuf::stretch& from) {
    using protobuf::wire;
    namespace field = onnx_schema::fields::opset;
    protobuf::stretch domain{};
    int version = 0;
    for (protobuf::fields o(source, from); o.next();) {
      if (o.is(field::domain, wire::bytes)) domain = o.inside;
      if (o.is(field::version, wire::varint)) {
        version = static_cast<int>(minimum<std::uint64_t>(o.number, 65535));
      }
    }
    if (!failed() && (domain.empty() || same(domain, "ai.onnx"))) opset = version;
  }
  constexpr void count(const protobuf::stretch& graph) {
    using protobuf::wire;
    namespace field = onnx_schema::fields;
    int constants = 0;
    for (protobuf::fields g(source, graph); g.next();) {
      if (g.is(field::graph::sparse_initializer, wire::bytes)) {
        refuse(g.at, {.refuse = error::onnx_sparse_tensors_are_not_supported,
                      .message = "sparse tensors are not supported"});
      }
      if (g.id == field::graph::initializer || g.id == field::graph::input) ++tensors;
      if (g.is(field::graph::initializer, wire::bytes)) initializer(g.inside, constants++);
      if (g.is(field::graph::output, wire::bytes)) ++output_count;
      if (g.is(field::graph::input, wire::bytes)) {
        for (protobuf::fields f(source, g.inside); f.next();) {
          if (f.is(field::value_info::name, wire::bytes)) letters += f.inside.size;
        }
      }
      if (!g.is(field::graph::node, wire::bytes)) continue;
      ++nodes;
      for (protobuf::fields f(source, g.inside); f.next();) {
        if (f.id == field::node::input || f.id == field::node::output) ++edges;
        if (f.is(field::node::op_type, wire::bytes)) {
          const onnx_schema::op_room room =
              onnx_schema::room_of(onnx_schema::op_of(source.bytes() + f.inside.at, f.inside.size));
          more.nodes += room.nodes;
          more.constants += room.constants;
          more.codes += room.codes;
        }
        if (!f.is(field::node::output, wire::bytes)) continue;
        ++tensors;
        letters += f.inside.size;
      }
    }
    const int most = maximum(tensors, nodes);
    if (most <= most_entries) return;
    source.refuse_structure(
        graph.at, {.refuse = error::onnx_the_model_has_too_many_tensors_or_nodes,
                   .message = "the model has {} tensors or nodes, at most {} are possible",
                   .have = most,
                   .want = most_entries});
  }

  /// The slot of the tensor with this name, or the one where it belongs.
  constexpr int slot_of(const protobuf::stretch& name, std::uint32_t hash) {
    const int mask = tables_.slot_count - 1;
    int s = static_cast<int>(hash & static_cast<std::uint32_t>(mask));
    for (; tables_.slots[s] >= 0 && source.spend(1); s = (s + 1) & mask) {
      const onnx_tensor& t = tables_.tensors[tables_.slots[s]];
      if (t.hash == hash && t.name.size == name.size && same_name(t.name, name)) break;
    }
    return s;
  }
  /// The tensor with this name, or -1.
  constexpr int find(const protobuf::stretch& name) {
    return tables_.slots[slot_of(name, hash_of(name))];
  }
  /// Adds a tensor; returns its index, or -1 after an error.
  constexpr int add(const protobuf::stretch& name, onnx_tensor::origin from) {
    const std::uint32_t hash = hash_of(name);
    const int slot = slot_of(name, hash);
    if (failed()) return -1;
    if (tables_.slots[slot] >= 0) {
      source.refuse_structure(name.at, {.refuse = error::onnx_two_tensors_have_one_name,
                                        .message = "two tensors have one name"});
      return -1;
    }
    tables_.tensors[tensors] = {.name = name, .hash = hash, .from = from};
    tables_.slots[slot] = tensors;
    return tensors++;
  }
  /// The numbers of the initializer that is tensor t.
  constexpr onnx_numbers initializer(const protobuf::stretch& from, int t) {
    place = {.tensor = t};
    const onnx_numbers is = numbers(from);
    if (is.shape.rank == 1 && onnx_schema::may_belong_to_channels(is.type)) scales += is.elements;
    if (!failed()) place = {};
    return is;
  }
  constexpr void add_initializer(const protobuf::stretch& from) {
    const onnx_numbers is = initializer(from, tensors);
    if (!failed()) place = {.tensor = tensors, .name = is.name};
    const int t = add(is.name, onnx_tensor::origin::constant);
    if (t >= 0) tables_.tensors[t].proto = from;
    if (!failed()) place = {};
  }
  constexpr void add_input(const protobuf::stretch& from) {
    using protobuf::wire;
    namespace field = onnx_schema::fields;
    onnx_tensor is{};
    place = {.tensor = tensors};
    for (protobuf::fields f(source, from); f.next();) {
      if (f.is(field::value_info::name, wire::bytes)) place.name = is.name = f.inside;
      if (f.is(field::value_info::type, wire::bytes)) read_type(f.inside, is);
    }
    if (failed()) return;
    // before IR version 4 initializers are inputs as well
    if (const int known = find(is.name);
        known >= 0 && tensor(known).from == onnx_tensor::origin::constant) {
      place = {};
      return;
    }
    if (input_count == 32) return refuse_many(from.at, input_count + 1);
    const int t = add(is.name, onnx_tensor::origin::input);
    if (t < 0) return;
    if (is.type == 0) {
      refuse(from.at, {.refuse = error::onnx_an_input_of_the_graph_is_no_tensor_of_a_known_type,
                       .message = "an input of the graph is no tensor of a known type"});
    }
    tables_.tensors[t].type = is.type;
    tables_.tensors[t].shape = is.shape;
    inputs[input_count++] = t;
    if (!failed()) place = {};
  }
  constexpr void refuse_many(int at, int count) {
    refuse(at, {.refuse = error::onnx_the_model_has_more_than_32_inputs_or_outputs,
                .message = "the model has more than 32 inputs or outputs",
                .have = count});
  }
  constexpr void read_type(const protobuf::stretch& from, onnx_tensor& is) {
    using protobuf::wire;
    namespace field = onnx_schema::fields;
    for (protobuf::fields t(source, from); t.next();) {
      if (!t.is(field::type::tensor_type, wire::bytes)) continue;
      for (protobuf::fields x(source, t.inside); x.next();) {
        if (x.is(field::tensor_type::elem_type, wire::varint)) {
          is.type = static_cast<int>(element_of(x.number));
        }
        if (x.is(field::tensor_type::shape, wire::bytes)) read_shape(x.inside, is);
      }
    }
  }
  /// A size that the graph leaves open is 1: the batch of one run.
  constexpr void read_shape(const protobuf::stretch& from, onnx_tensor& is) {
    using protobuf::wire;
    namespace field = onnx_schema::fields;
    long long elements = 1;
    is.shape = {};
    for (protobuf::fields s(source, from); s.next();) {
      if (!s.is(field::shape::dim, wire::bytes)) continue;
      std::int64_t size = 1;
      for (protobuf::fields d(source, s.inside); d.next();) {
        if (d.is(field::dimension::dim_value, wire::varint)) size = d.integer();
      }
      if (size < 1 || size > largest_dimension) {
        return refuse_dimension(s.at, size, largest_dimension);
      }
      if (is.shape.rank == 5) {
        return refuse(s.at, {.refuse = error::onnx_the_tensor_has_more_than_five_dimensions,
                             .message = "the tensor has more than five dimensions"});
      }
      elements *= size;
      if (elements > 1 << 28) {
        return refuse(s.at, {.refuse = error::onnx_a_tensor_has_more_elements_than_fit,
                             .message = "a tensor has more than 2^28 elements"});
      }
      is.shape.d[is.shape.rank++] = static_cast<int>(size);
    }
  }
  constexpr void add_node(const protobuf::stretch& from) {
    using protobuf::wire;
    namespace field = onnx_schema::fields::node;
    onnx_node& n = tables_.nodes[nodes];
    n = {.all = from, .first_input = edges};
    // the name stands behind the inputs; errors name the node by it, or by its first output
    protobuf::stretch first{};
    for (protobuf::fields f(source, from); f.next();) {
      if (f.is(field::name, wire::bytes)) n.name = f.inside;
      if (f.is(field::op_type, wire::bytes)) n.op_type = f.inside;
      if (f.is(field::domain, wire::bytes)) n.domain = f.inside;
      if (f.is(field::output, wire::bytes) && first.empty()) first = f.inside;
    }
    if (failed()) return;
    place = {.op = nodes, .op_type = n.op_type, .name = n.name.empty() ? first : n.name};
    const bool standard = n.domain.empty() || same(n.domain, "ai.onnx");
    const bool other = !standard && same(n.domain, "com.microsoft");
    if ((standard || other) && source.spend(n.op_type.size)) {
      const auto code = onnx_schema::op_of(source.bytes() + n.op_type.at, n.op_type.size);
      n.code = op_of_domain(code, other);
    }
    protobuf::stretch value{};  // of Constant
    for (protobuf::fields f(source, from); f.next();) {
      if (f.is(field::input, wire::bytes)) add_edge(f, n.inputs++);
      if (f.is(field::attribute, wire::bytes)) {
        const onnx_attribute a = read_attribute(f.inside);  // those too that nobody asks for
        if (a.type != onnx_schema::attribute_type::t) continue;
        const onnx_place before = place;
        numbers(a.inside);
        if (failed()) return;
        place = before;
        if (same(a.name, "value")) value = a.inside;
      }
    }
    n.first_output = edges;
    for (protobuf::fields f(source, from); f.next();) {
      if (!f.is(field::output, wire::bytes)) continue;
      const int t = f.inside.empty() ? -1 : add(f.inside, onnx_tensor::origin::node);
      if (failed()) return;
      tables_.edges[edges++] = t;
      ++n.outputs;
    }
    if (n.inputs > 16 || n.outputs > 16) {
      source.refuse_structure(from.at,
                              {.refuse = error::onnx_a_node_has_more_than_16_inputs_or_outputs,
                               .message = "a node has more than 16 inputs or outputs",
                               .have = maximum(n.inputs, n.outputs)});
    }
    if (n.code == onnx_schema::op::identity && n.inputs == 1) {
      const int t = tables_.edges[n.first_input];
      if (t >= 0 && tensor(t).from == onnx_tensor::origin::constant) value = tensor(t).proto;
    } else if (n.code != onnx_schema::op::constant) {
      value = {};
    }
    if (!value.empty() && n.outputs == 1 && tables_.edges[n.first_output] >= 0) {
      onnx_tensor& made = tables_.tensors[tables_.edges[n.first_output]];
      made.from = onnx_tensor::origin::constant;
      made.proto = value;
    }
    ++nodes;
  }
  constexpr void add_edge(const protobuf::fields& f, int k) {
    const int t = f.inside.empty() ? -1 : find(f.inside);
    if (failed()) return;
    if (t < 0 && !f.inside.empty()) {
      return source.refuse_structure(
          f.at, {.refuse = error::onnx_a_node_reads_what_nothing_before_it_makes,
                 .message = "the node reads, as input {}, what nothing before it makes",
                 .have = k});
    }
    if (t >= 0) {
      tables_.tensors[t].reader = nodes;
      ++tables_.tensors[t].readers;
    }
    tables_.edges[edges++] = t;
  }
  constexpr void add_output(const protobuf::stretch& from) {
    using protobuf::wire;
    protobuf::stretch name{};
    for (protobuf::fields f(source, from); f.next();) {
      if (f.is(onnx_schema::fields::value_info::name, wire::bytes)) name = f.inside;
    }
    if (failed()) return;
    if (output_count == 32) return refuse_many(from.at, output_count + 1);
    const int t = find(name);
    if (failed()) return;
    if (t < 0) {
      return source.refuse_structure(
          from.at, {.refuse = error::onnx_an_output_of_the_graph_is_made_by_nothing,
                    .message = "output {} of the graph is made by nothing",
                    .have = output_count});
    }
    tables_.tensors[t].is_output = true;
    outputs[output_count++] = t;
  }
};

}  // namespace ETCH_NAMESPACE
