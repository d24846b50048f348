// The cell of a GRU or an LSTM in the body of a loop, as Keras makes it of a layer that is not
// unrolled: what a step hands to the next one is followed back to the weights.
#pragma once

#include <etch/graph/import/tflite_import.hpp>

namespace ETCH_NAMESPACE {
namespace tflite_operators {

using namespace tflite_schema;

namespace detail {

/// An operator of a subgraph: its first tensors.
struct loop_operator {
  static constexpr int most_tensors = 4;
  builtin code = builtin::custom;  ///< which nobody looks for: nothing
  int in[most_tensors]{-1, -1, -1, -1}, out[most_tensors]{-1, -1, -1, -1};
  int inputs = 0;
  flatbuffer::table options{};

  constexpr bool is(builtin b) const { return code == b; }
  /// Whether it does nothing behind an ADD, a SUB, a MUL or a FULLY_CONNECTED, whose field of a
  /// fused activation is the first one.
  constexpr bool is_bare() const {
    return options.number<std::int8_t>(fields::add_options::fused_activation_function) == 0;
  }
};

/// Numbers of a constant of the body, from this row of it on.
struct loop_constant {
  int tensor = -1, row = 0;
  constexpr explicit operator bool() const { return tensor >= 0; }
};

/// What a gate sums: products of weights with x and with h, and biases, of which the second one may
/// be among what a reset gate multiplies.
struct loop_gate {
  loop_constant weights{}, recurrent{}, biases[2];
  int reset = -1;            ///< the tensor of the reset gate, of the gate of a new h
  bool reset_after = false;  ///< it multiplies the products, not h
  bool both_outside = false;
};

/// A subgraph of a loop while it is read: its operators, and what tensors are made of. `good` is
/// false as soon as something else is found than was looked for.
class loop_subgraph {
 public:
  static constexpr int most_operators = 64, most_arguments = 16;
  tflite_file& file;
  int arguments[most_arguments]{}, results[most_arguments]{};
  int count = 0, result_count = 0;  ///< of arguments and results
  bool good = true;

  constexpr loop_subgraph(tflite_file& of, int index) : file(of) {
    expect(file.open_subgraph(index));
    if (!good) return;
    const flatbuffer::table graph = file.subgraph(index);
    const flatbuffer::vector in = graph.list(fields::subgraph::inputs, 4);
    const flatbuffer::vector out = graph.list(fields::subgraph::outputs, 4);
    expect(in.count <= most_arguments && out.count <= most_arguments && out.count > 0 &&
           file.operators.count <= most_operators);
    if (!good) return;
    count = in.count, result_count = out.count;
    for (int k = 0; k < in.count; ++k) arguments[k] = in.number<std::int32_t>(k);
    for (int k = 0; k < out.count; ++k) results[k] = out.number<std::int32_t>(k);
    for (; operators_ < file.operators.count && !file.failed(); ++operators_) read(operators_);
    expect(true);
  }

  /// Notes whether what was looked for was found.
  constexpr void expect(bool found) { good = good && found && !file.failed(); }
  /// The operator that makes tensor t, one that is nothing where there is none.
  constexpr const loop_operator& maker(int t) const {
    for (int i = 0; i < operators_; ++i) {
      for (const int made : operator_[i].out) {
        if (made == t && t >= 0) return operator_[i];
      }
    }
    return operator_[most_operators];
  }
  constexpr bool is_made_by(int t, builtin b) const { return maker(t).is(b); }
  /// ADD, SUB or MUL that makes tensor t, with nothing behind it; else an operator without inputs.
  constexpr const loop_operator& pair(int t, builtin b) const {
    const loop_operator& o = maker(t);
    return o.is(b) && o.inputs == 2 && o.is_bare() ? o : operator_[most_operators];
  }
  /// The index of the argument that tensor t is; -1 if it is none.
  constexpr int argument(int t) const {
    for (int k = 0; k < count; ++k) {
      if (arguments[k] == t) return k;
    }
    return -1;
  }
  constexpr extents shape(int t) {
    expect(file.has_tensor(t));
    return good ? file.tensor(t).shape : extents{};
  }
  /// The size of the last dimension.
  constexpr int width(int t) {
    const extents e = shape(t);
    return e.rank > 0 ? e.d[e.rank - 1] : 1;
  }
  /// The constant that tensor t is, or that a DEQUANTIZE makes it of; -1 if it is none.
  constexpr int constant(int t) {
    const loop_operator& o = maker(t);
    const int from = o.is(builtin::dequantize) ? o.in[0] : t;
    return file.has_tensor(from) && file.shapeless_tensor(from).is_constant() ? from : -1;
  }
  /// Integer i of tensor t, a constant of INT32; -1 and not good if it is none.
  constexpr int integer(int t, int i = 0) {
    const tflite_tensor is = file.has_tensor(t) ? file.shapeless_tensor(t) : tflite_tensor{};
    expect(is.is(tensor_type::int32) && i >= 0 && is.data.count >= 4 * (i + 1));
    return good ? is.data.number<std::int32_t>(i) : -1;
  }
  /// Whether tensor t is the number 1.
  constexpr bool is_one(int t) {
    const int from = constant(t);
    if (from < 0) return false;
    const tflite_tensor is = file.shapeless_tensor(from);
    if (is.is(tensor_type::float16)) {
      return is.data.count == 2 && is.data.number<std::uint16_t>(0) == 0x3C00;
    }
    return is.is(tensor_type::float32) && is.data.count == 4 && is.data.number<float>(0) == 1;
  }
  /// Whether argument k counts steps: a step adds 1.
  constexpr bool counts(int k) {
    if (k < 0) return false;
    const loop_operator& o = pair(results[k], builtin::add);
    return o.in[0] == arguments[k] && file.has_tensor(o.in[1]) && integer(o.in[1]) == 1;
  }

 private:
  int operators_ = 0;
  loop_operator operator_[most_operators + 1];  // the last one is nothing

  constexpr void read(int i) {
    loop_operator& o = operator_[i];
    const flatbuffer::table from = file.operation(i);
    const flatbuffer::vector in = from.list(fields::op::inputs, 4);
    const flatbuffer::vector out = from.list(fields::op::outputs, 4);
    o.code = static_cast<builtin>(file.place.code);
    o.options = from.child(fields::op::builtin_options);
    o.inputs = in.count;
    for (int k = 0; k < minimum(in.count, o.most_tensors); ++k) {
      o.in[k] = in.number<std::int32_t>(k);
    }
    for (int k = 0; k < minimum(out.count, o.most_tensors); ++k) {
      o.out[k] = out.number<std::int32_t>(k);
    }
  }
};

/// The cell of a GRU or an LSTM, found in the body of a loop.
class loop_cell {
 public:
  loop_subgraph& body;
  int h = -1, c = -1, sequence = -1;  ///< arguments; c: -1 of a GRU
  int units = 0;
  loop_gate gates[4];  ///< in the order of ops::gru or ops::lstm; by {} g++ 12 would make some 0

  constexpr explicit loop_cell(loop_subgraph& of) : body(of) {
    bool found = false;
    for (int k = 0; k < body.count && body.good && !found; ++k) found = is_gru(k) || is_lstm(k);
    body.expect(found);
    if (!body.good) return;
    body.expect(body.file.shapeless_tensor(body.arguments[h]).is(tensor_type::float32));
  }
  constexpr bool is_lstm() const { return c >= 0; }

  /// How many entries the list of outputs has that argument k is: all steps, or 1, the last one; 0
  /// if it is no such list.
  constexpr int entries_of_list(int k, int steps) {
    const int list = body.arguments[k];
    const loop_operator& o = body.maker(body.results[k]);
    const extents e = body.shape(list);
    if (!body.good || e.rank != 3 || e.d[2] != units) return 0;
    if (o.is(builtin::reshape)) return e.d[0] == 1 && o.in[0] == body.results[h] ? 1 : 0;
    const bool has_parts = o.is(builtin::concatenation) && o.inputs == 3 && e.d[0] == steps;
    if (!has_parts || o.options.number<std::int32_t>(fields::concatenation_options::axis) != 0) {
      return 0;
    }
    const loop_operator &before = body.maker(o.in[0]), &behind = body.maker(o.in[2]);
    const bool fits = before.is(builtin::slice) && before.in[0] == list &&
                      counter_of(before.in[2], body.arguments) >= 0 && behind.is(builtin::slice) &&
                      behind.in[0] == list && counter_of(behind.in[1], body.results) >= 0;
    const loop_operator& now = body.maker(o.in[1]);
    return fits && now.is(builtin::reshape) && now.in[0] == body.results[h] ? steps : 0;
  }
  /// As many rows of a constant of the body as there are units, as a value: rows of `columns`
  /// numbers or, where that is 0, a vector.
  constexpr int part(tflite_import& m, const loop_constant& from, int columns) {
    const tflite_tensor is = body.file.shapeless_tensor(from.tensor);
    const bool half = is.is(tensor_type::float16);
    const long long row = (half ? 2LL : 4LL) * maximum(columns, 1);
    body.expect((half || is.is(tensor_type::float32)) && from.row >= 0 &&
                (from.row + units) * row <= is.data.count &&
                (columns == 0 || body.width(from.tensor) == columns));
    if (!body.good) return 0;
    const extents e = columns == 0 ? extents{1, {units}} : extents{2, {units, columns}};
    const format f = half ? f16::descriptor : f32::descriptor;
    return m.values.graph.add(
        value{.is = {f, e, &layout_id<ohwi>, true},
              .bytes = body.file.source.bytes() + is.data.at + from.row * row});
  }

 private:
  int budget_ = 256;  // of calls of collect: a broken file may have cycles

  static constexpr int other(const loop_operator& o, int t) {
    return o.in[0] == t ? o.in[1] : o.in[1] == t ? o.in[0] : -1;
  }
  constexpr bool is_gate(int t, builtin function) const { return body.is_made_by(t, function); }

  /// h = z h + (1 - z) n
  constexpr bool is_gru(int k) {
    const loop_operator& sum = body.pair(body.results[k], builtin::add);
    for (int side = 0; side < 2; ++side) {
      const int z = other(body.pair(sum.in[side], builtin::mul), body.arguments[k]);
      const loop_operator& taken = body.pair(sum.in[1 - side], builtin::mul);
      for (int way = 0; way < 2 && is_gate(z, builtin::logistic); ++way) {
        const loop_operator& rest = body.pair(taken.in[way], builtin::sub);
        const int n = taken.in[1 - way];
        if (rest.in[1] != z || !body.is_one(rest.in[0]) || !is_gate(n, builtin::tanh)) continue;
        begin(k);
        read_gate(2, n);
        read_gate(0, z);
        read_gate(1, gates[2].reset);
        body.expect(gates[0].reset < 0 && gates[1].reset < 0);
        return true;
      }
    }
    return false;
  }
  /// h = o tanh(c), c = f c + i g
  constexpr bool is_lstm(int k) {
    const loop_operator& made = body.pair(body.results[k], builtin::mul);
    for (int side = 0; side < 2; ++side) {
      const int o = made.in[side], new_cell = body.maker(made.in[1 - side]).in[0];
      if (!is_gate(o, builtin::logistic) || !is_gate(made.in[1 - side], builtin::tanh)) continue;
      for (int j = 0; j < body.count; ++j) {
        if (body.results[j] == new_cell && is_cell(k, j, o)) return true;
      }
    }
    return false;
  }
  constexpr bool is_cell(int k, int j, int o) {
    const loop_operator& sum = body.pair(body.results[j], builtin::add);
    for (int way = 0; way < 4; ++way) {
      const loop_operator& taken = body.pair(sum.in[way / 2], builtin::mul);
      const int f = other(body.pair(sum.in[1 - way / 2], builtin::mul), body.arguments[j]);
      const int i = taken.in[way % 2], g = taken.in[1 - way % 2];
      if (!is_gate(f, builtin::logistic) || !is_gate(i, builtin::logistic)) continue;
      if (!is_gate(g, builtin::tanh)) continue;
      begin(k);
      c = j;
      read_gate(0, i), read_gate(1, f), read_gate(2, g), read_gate(3, o);
      for (const loop_gate& gate : gates) body.expect(gate.reset < 0 && !gate.biases[1]);
      return true;
    }
    return false;
  }

  constexpr void begin(int k) {
    h = k;
    units = body.width(body.arguments[k]);
  }
  /// Reads gate i, which the function makes whose output tensor t is.
  constexpr void read_gate(int i, int t) {
    loop_gate& g = gates[i];
    collect(g, body.maker(t).in[0], 0);
    body.expect(g.weights && g.recurrent && !(g.reset_after && g.both_outside));
  }
  /// Adds to g what the numbers of tensor t sum, from number `first` of the last dimension on.
  constexpr void collect(loop_gate& g, int t, int first, bool inside = false) {
    body.expect(--budget_ > 0);
    if (!body.good) return;
    if (const int from = body.constant(t); from >= 0) return add_bias(g, {from, first}, inside);
    const loop_operator& o = body.maker(t);
    switch (o.code) {
      case builtin::add:
        for (int k = 0; k < 2; ++k) {
          body.expect(o.is_bare() && body.width(o.in[k]) == body.width(t));
          collect(g, o.in[k], first, inside);
        }
        return;
      case builtin::reshape:
        body.expect(body.width(o.in[0]) == body.width(t) &&
                    body.shape(o.in[0]).size() == body.shape(t).size());
        return collect(g, o.in[0], first, inside);
      case builtin::split: return collect(g, o.in[1], first + begin_of_split(o, t), inside);
      case builtin::strided_slice: return collect(g, o.in[0], first + begin_of_part(o, t), inside);
      case builtin::mul: {
        const bool is_first = body.is_made_by(o.in[0], builtin::logistic);
        body.expect(o.is_bare() && first == 0);
        add_reset(g, o.in[is_first ? 0 : 1], true);
        return collect(g, o.in[is_first ? 1 : 0], first, true);
      }
      case builtin::fully_connected: return add_products(g, o, first, inside);
      default: return body.expect(false);
    }
  }
  constexpr void add_bias(loop_gate& g, const loop_constant& bias, bool inside) {
    const bool second = inside || g.biases[0];
    body.expect(!g.biases[second ? 1 : 0]);
    g.biases[second ? 1 : 0] = bias;
    g.both_outside |= second && !inside;
  }
  constexpr void add_reset(loop_gate& g, int t, bool after) {
    body.expect(body.is_made_by(t, builtin::logistic) && g.reset < 0);
    g.reset = t;
    g.reset_after = after;
  }
  constexpr void add_products(loop_gate& g, const loop_operator& o, int first, bool inside) {
    const int old = body.arguments[h];
    const loop_operator& by = body.maker(o.in[0]);
    const bool of_x = by.is(builtin::gather);
    if (of_x) find_sequence(by);
    body.expect(o.is_bare() && !(of_x && inside));
    if (!of_x && o.in[0] != old) {  // r h
      const int reset = other(body.pair(o.in[0], builtin::mul), old);
      add_reset(g, reset, false);
    }
    loop_constant& weights = of_x ? g.weights : g.recurrent;
    body.expect(!weights);
    weights = {body.constant(o.in[1]), first};
    body.expect(static_cast<bool>(weights));
    if (o.inputs > 2 && o.in[2] >= 0) {
      const int bias = body.constant(o.in[2]);
      body.expect(bias >= 0);
      add_bias(g, {bias, first}, inside);
    }
  }
  /// The step of a sequence that GATHER takes: the argument is the same in each.
  constexpr void find_sequence(const loop_operator& gather) {
    const int k = body.argument(gather.in[0]), counter = body.argument(gather.in[1]);
    const auto option = [&](int id) { return gather.options.number<std::int32_t>(id); };
    body.expect(k >= 0 && (sequence < 0 || sequence == k) && body.counts(counter) &&
                option(fields::gather_options::axis) == 0 &&
                option(fields::gather_options::batch_dims) == 0);
    if (!body.good) return;
    sequence = k;
    body.expect(body.results[k] == body.arguments[k]);
  }
  constexpr int begin_of_split(const loop_operator& o, int t) {
    const int axis = body.integer(o.in[0]), last = body.shape(t).rank - 1;
    body.expect(axis == -1 || axis == last);
    int k = 0;
    while (k < o.most_tensors - 1 && o.out[k] != t) ++k;
    return k * body.width(t);
  }
  /// Where the part of the last dimension begins that STRIDED_SLICE takes of whole other ones.
  constexpr int begin_of_part(const loop_operator& o, int t) {
    namespace field = fields::strided_slice_options;
    const extents from = body.shape(o.in[0]), to = body.shape(t);
    const int last = from.rank - 1;
    body.expect(from.rank == to.rank && last >= 0);
    for (int k = 0; k <= last && body.good; ++k) {
      body.expect(body.integer(o.in[3], k) == 1 && (k == last || from.d[k] == to.d[k]));
    }
    const auto mask = [&](int id) { return o.options.number<std::int32_t>(id); };
    body.expect(mask(field::ellipsis_mask) == 0 && mask(field::new_axis_mask) == 0 &&
                mask(field::shrink_axis_mask) == 0);
    if (!body.good) return 0;
    const int given = (mask(field::begin_mask) >> last & 1) != 0 ? 0 : body.integer(o.in[1], last);
    const int at = given < 0 ? given + from.d[last] : given;
    body.expect(at >= 0 && at + to.d[last] <= from.d[last]);
    return at;
  }
  /// The argument that counts steps and is, as one of `tensors`, the first number of the list of
  /// places t; -1 if there is none.
  constexpr int counter_of(int t, const int* tensors) {
    const loop_operator& places = body.maker(t);
    const int number = body.maker(places.in[0]).in[0];
    for (int k = 0; k < body.count; ++k) {
      if (places.is(builtin::concatenation) && tensors[k] == number && body.counts(k)) return k;
    }
    return -1;
  }
};

}  // namespace detail
}  // namespace tflite_operators

}  // namespace ETCH_NAMESPACE
