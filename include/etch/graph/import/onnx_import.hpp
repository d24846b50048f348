// The importer of one node of an .onnx file at a time: its inputs in the order that an operator
// takes, and the nodes that it becomes.
#pragma once

#include <etch/graph/import/onnx_arguments.hpp>
#include <etch/graph/pass/fold_batch_norm.hpp>

namespace ETCH_NAMESPACE {

/// A graph under construction from an .onnx file, and the node that is being imported.
class onnx_import : public onnx_arguments {
 public:
  int transposes = 0;  ///< among the nodes so far
  /// Imports a node.
  void (*import_node)(onnx_import&, int index) = nullptr;

  using onnx_arguments::onnx_arguments;

  /// Input k as it is: its value and the order of its elements. Constants are plain; codes become
  /// numbers where the node reads those.
  constexpr onnx_entry read(int k) {
    if (failed()) return {0};
    const int t = input(k);
    if (linear && is_constant(t)) return {plain_constant(as_read(weights(k, -1)))};
    onnx_entry e = value_of(t);
    if (linear && !failed()) {
      if (e.codes == onnx_schema::element::none) check_type(onnx_schema::element::float32);
      e.value = inside(t, format_with(scale_of(k), zero_point_of(k), e.codes));
      e.codes = onnx_schema::element::none;
    }
    if (failed()) return {0};
    if (e.codes != onnx_schema::element::none) {
      if (reads != onnx_reads::codes) refuse_codes(e.codes);
      read_codes = e.codes;
    } else if (reads_in_f32(at(e.value).number)) {
      int& number = room().entries[t].number;
      if (number < 0) number = make(ops::to{}, &e.value, 1, f32::descriptor);
      e.value = number;
    }
    return e;
  }
  /// Input 0 as it is, codes as the integers that they are in the file, less the zero point that
  /// tensor `zero` holds, if there is one.
  constexpr onnx_entry codes_as_integers(int zero = -1) {
    onnx_entry e = read(0);
    if (failed() || e.codes == onnx_schema::element::none) return e;
    const int less = only_zero_point(zero, e.codes);
    if (failed()) return {0};
    e.value = inside(input(0), format_of_codes(e.codes, 1, less));
    read_codes = e.codes = onnx_schema::element::none;
    return e;
  }
  /// Tensor t as it is: codes, or numbers that may have codes.
  constexpr onnx_entry value_of(int t) {
    if (is_parameter(t)) return {plain_constant(as_read(t))};
    onnx_entry& e = room().entries[t];
    if (e.value == no_value::yet && e.known >= 0) e.value = constant_of(known(t));
    if (e.value == no_value::yet && e.later >= 0) import_now(e.later);
    return e;
  }
  /// Value e in the file's order.
  constexpr int plain(const onnx_entry& e) {
    if (failed() || e.order == onnx_order::plain) return e.value;
    const extents s = at(e.value).shape, to = file_shape(e);
    if (e.order == onnx_order::flat) {
      const int n = s.d[0], k = s.d[1], c = e.channels;
      const int y = then(ops::reshape{3, {n, k / c, c}}, e.value);
      return then(ops::reshape{2, {n, k}}, then(ops::transpose{3, {0, 2, 1}}, y));
    }
    if (moves_nothing(s))
      return then(ops::reshape{to.rank, {to.d[0], to.d[1], to.d[2], to.d[3], to.d[4]}}, e.value);
    ops::transpose order{s.rank};
    for (int k = 0; k < s.rank; ++k) order.axis[k] = dimension_of(onnx_order::last, k, s.rank);
    return then(order, e.value);
  }
  constexpr int plain(int k) { return plain(read(k)); }
  /// Input k with its channels behind all other dimensions; a value of up to two is plain.
  constexpr int last(int k) { return last(read(k)); }
  constexpr int last(const onnx_entry& e) {
    if (failed() || e.order == onnx_order::last) return e.value;
    const int x = plain(e);
    if (failed()) return x;
    const extents s = at(x).shape;
    if (s.rank < 3) return x;
    ops::transpose order{s.rank};
    for (int j = 0; j < s.rank; ++j) order.axis[dimension_of(onnx_order::last, j, s.rank)] = j;
    extents to{s.rank};
    for (int j = 0; j < s.rank; ++j) to.d[j] = s.d[order.axis[j]];
    if (moves_nothing(to)) {
      return then(ops::reshape{to.rank, {to.d[0], to.d[1], to.d[2], to.d[3], to.d[4]}}, x);
    }
    return then(order, x);
  }
  // --- outputs ---

  /// Adds a node, `what` on values x, whose output is in format y; returns that.
  template <class Op>
  constexpr int make(const Op& what, const int* x, int count, const format& y,
                     const node_limits& l = {}) {
    operand seen[most_inputs]{};
    if (failed()) return 0;
    for (int i = 0; i < count; ++i) seen[i] = at(x[i]);
    const inference made = what.infer({seen, count});
    if (made.refused) {
      refuse(made.refused);
      return 0;
    }
    const operand is{y, made.output.shape, &layout_id<hwc>};
    if (!fits(is.shape)) return 0;
    if (const diagnosis d = check_made(what, {seen, count}, made, is)) refuse(d);
    if (failed()) return 0;
    const int v = graph.add(value{.is = is, .producer = graph.size.nodes});
    const pointer_to<operator_tag> op = &op_id<Op>;
    const bool is_unsigned = wanted_type == onnx_schema::element::uint8;
    if (is_unsigned && default_rounding(preset, op, {seen, count}, is) == rounding::onnxruntime) {
      graph.values[v].round = rounding::onnxruntime_unsigned;
    }
    graph.add(node_of(what, x, count, v, l));
    if constexpr (__is_same(Op, ops::transpose)) ++transposes;
    return v;
  }
  /// Adds a layer, `what` on x, weights and maybe a bias: of codes in the format that the output
  /// gets, or as the numbers of its sums.
  template <class Op>
  constexpr int make_layer(const Op& what, const int* x, int count) {
    if (failed() || !is_scaled(at(x[0]).number)) return make(what, x, count, f32::descriptor);
    const format y = output_format();
    if (!is_f32(y)) return make(what, x, count, y);
    operand seen[3]{};
    for (int i = 0; i < count; ++i) seen[i] = at(x[i]);
    const int sums = make(what, x, count, what.infer({seen, count}).output.number);
    return make(ops::to{}, &sums, 1, f32::descriptor);
  }
  /// The same on one value, in its format.
  template <class Op>
  constexpr int then(const Op& what, int x) {
    return failed() ? 0 : make(what, &x, 1, at(x).number);
  }
  /// Makes `what`, a scale and an offset of value x[0] by constants, part of the layer that makes
  /// this value from input 0, if it can be; output 0 of the node is the layer's value then.
  template <class Op>
  constexpr bool fold(const Op& what, const int* x, int count) {
    const onnx_entry e = read(0);
    if (failed() || e.value != x[0] || graph.full || graph.values[x[0]].producer < 0) return false;
    if (!is_read_here_alone(x[0])) return false;
    node& layer = graph.nodes[graph.values[x[0]].producer];
    if (layer.outputs[0] != x[0] || layer.input_count + count - 1 > most_inputs) return false;
    if (!takes_scale_and_offset(layer, graph.values)) return false;
    operand seen[most_inputs]{};
    for (int i = 0; i < count; ++i) seen[i] = at(x[i]);
    if (what.infer({seen, count}).refused) return false;
    fold_into(layer, node_of(what, x, count, x[0], {}));
    room().entries[input(0)] = {};
    graph.values[x[0]].name = "";
    write_like(x[0], e);
    return true;
  }
  /// A copy of value v that is tensor t, an output of the graph.
  constexpr int copied(int v, int t) {
    const extents e = failed() ? extents{} : at(v).shape;
    ops::reshape same{e.rank, {e.d[0], e.d[1], e.d[2], e.d[3], e.d[4]}};
    if (e.rank == 0) same = {1, {1}};
    const int y = then(same, v);
    if (!failed() && file.tensor(t).from == onnx_tensor::origin::node) {
      graph.values[y].name = name(file.tensor(t).name);
    }
    return y;
  }
  /// Makes value v output k of the node.
  constexpr void write(int v, onnx_order order = onnx_order::plain, int channels = 1, int k = 0) {
    const int t = output(k);
    if (linear && !failed()) {
      const format y = output_format();
      if (!failed() && !(at(v).number == y)) v = make(ops::to{}, &v, 1, y);
      read_codes = wanted_type;
    }
    if (failed() || t < 0) return;
    room().entries[t] = {v, order, channels, read_codes};
    value& made = graph.values[v];
    if (made.producer >= 0 && *made.name == '\0') made.name = name(file.tensor(t).name);
  }
  /// The value of tensor t, codes, which have format f or, from outside, outside(f).
  constexpr int inside(int t, const format& f) {
    if (failed()) return 0;
    onnx_entry& e = room().entries[t];
    if (e.inside < 0 && at(e.value).number == outside(f, e.codes)) {
      e.inside = is_unsigned_affine(at(e.value).number) ? make(ops::to{}, &e.value, 1, f) : e.value;
    }
    const int v = e.inside < 0 ? e.value : e.inside;
    if (failed() || at(v).number == f) return v;
    refuse({.refuse = error::onnx_the_codes_have_another_scale_or_zero_point_before,
            .message = "the codes have another scale or zero point before"});
    return v;
  }
  /// Makes value v, which lies as e does, codes of this type, output 0 of the node.
  constexpr void write_codes(int v, const onnx_entry& e, onnx_schema::element type) {
    read_codes = type;
    write_like(v, e);
  }
  /// Makes the numbers of codes e output 0 of the node.
  constexpr void write_numbers(const onnx_entry& e) {
    read_codes = onnx_schema::element::none;
    write_like(e.value, e);
  }
  /// Makes a constant that the node decodes output 0.
  constexpr void write_decoded() {
    if (!failed() && output() >= 0) room().entries[output()] = {.decoded_by = index()};
  }
  /// Makes output 0 of the node input 0, a constant, in f32.
  constexpr void write_cast() { write_made({.is_cast = true}); }
  /// The same in another shape.
  constexpr void write_reshaped(const extents& shape) {
    write_made({.is_reshaped = true, .shape = shape});
  }
  /// A value that lies as e does.
  constexpr void write_like(int v, const onnx_entry& e) { write(v, e.order, e.channels); }

  // --- nodes that are imported once somebody needs a value of theirs ---

  /// Makes the node read what input 1 is the Transpose of, a constant of two dimensions; returns
  /// whether that is so.
  constexpr bool reads_transposed() {
    const int t = input(1);
    if (failed() || linear || !is_postponed(t)) return false;
    const int from = room().entries[t].later;
    if (file.node(from).code != onnx_schema::op::transpose) return false;
    instead_of_input_1 = file.input(from, 0);
    return true;
  }

  /// Leaves this node for later.
  constexpr void postpone() {
    for (int k = 0; k < outputs(); ++k) {
      if (output(k) >= 0) room().entries[output(k)].later = index();
    }
  }
  /// Whether nobody has needed tensor t, an output of a node that was left for later.
  constexpr bool is_postponed(int t) const {
    return t >= 0 && room().entries[t].later >= 0 && !room().entries[t].has_value();
  }
  /// Whether node `index` was left for later before, and is imported now.
  constexpr bool is_needed_now() const { return now_needed == index(); }

 private:
  int now_needed = -1;

  /// Makes output 0 of the node input 0, a constant, as e says.
  constexpr void write_made(onnx_entry e) {
    if (failed() || output() < 0) return;
    const onnx_entry& from = room().entries[input(0)];
    e.made_of = from.made_of >= 0 ? from.made_of : input(0);
    e.is_cast |= from.is_cast;
    if (!e.is_reshaped) e.is_reshaped = from.is_reshaped, e.shape = from.shape;
    room().entries[output()] = e;
  }

  /// Imports node n, which was left for later, before this one goes on.
  constexpr void import_now(int n) {
    const int here = index(), before = now_needed;
    const onnx_reads how = reads;
    const onnx_schema::element codes = read_codes, wanted = wanted_type;
    now_needed = n;
    import_node(*this, n);
    now_needed = before;
    if (failed()) return;
    if (here < 0) return leave();
    enter(here);
    reads = how, read_codes = codes, wanted_type = wanted;
  }
  /// Whether value v, which is input 0, is read by this node alone and by no name but one.
  constexpr bool is_read_here_alone(int v) {
    const onnx_tensor& from = file.tensor(input(0));
    if (from.readers != 1 || from.is_output || is_constant(input(0))) return false;
    if (!file.source.spend(file.tensors + graph.size.nodes)) return false;
    for (int t = 0; t < file.tensors; ++t) {
      if (t != input(0) && room().entries[t].value == v) return false;
    }
    for (int n = 0; n < graph.size.nodes; ++n) {
      for (int i = 0; i < graph.nodes[n].input_count; ++i) {
        if (graph.nodes[n].inputs[i] == v) return false;
      }
    }
    return true;
  }
};

}  // namespace ETCH_NAMESPACE
