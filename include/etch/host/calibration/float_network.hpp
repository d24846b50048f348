// A float network at run time: its layers with their weights as real numbers, which can be run,
// scaled and corrected. It is made of a model that a program has read, or of a graph of the
// language; batch norms become part of the layers before them, and activations of the layers that
// they follow.
#pragma once

#include <etch/host/calibration/layers.hpp>
#include <etch/host/read_model.hpp>
#include <etch/host/sentence.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace ETCH_NAMESPACE {
namespace host {

/// A value of a float network.
struct float_value {
  operand is{};
  std::string name;
  numbers constant;   ///< elements of a constant
  int producer = -1;  ///< layer that makes it
  std::vector<int> readers;
};

/// What a batch norm that was folded into a layer found there, and what it did with it.
struct folded_norm {
  numbers weights, bias;             ///< of the layer before
  std::vector<scale_and_offset> of;  ///< each channel; none: no batch norm was folded
};

/// A layer of a float network. Its weights and bias are its own; constants of other inputs are
/// values.
struct float_layer {
  const layer_kind* kind = nullptr;
  attributes what{};
  std::vector<int> inputs;
  int output = -1;
  int cell = -1;  ///< of an lstm: the value that is its state c
  numbers weights, bias;
  folded_norm norm;
  activation act = activation::none;
  int clamp_low = 0, clamp_high = 0;
};

/// A network of one input and one output.
class float_network {
 public:
  std::vector<float_value> values;
  std::vector<float_layer> layers;
  int input = -1, output = -1;
  int batch_norms = 0;   ///< that were folded
  long folded_macs = 0;  ///< a run is spared: a product and a sum for each number of theirs

  /// Of a model or a graph.
  template <class Values, class Nodes>
  float_network(const Values& from, const Nodes& nodes, int value_count, int node_count,
                const int* inputs, int input_count, const int* outputs, int output_count) {
    if (input_count != 1 || output_count != 1) {
      throw not_quantised("the network has " + std::to_string(input_count) + " inputs and " +
                          std::to_string(output_count) + " outputs; one of each is quantised");
    }
    std::vector<int> at(static_cast<std::size_t>(value_count), -1);
    std::vector<int> reads(at.size());
    for (int n = 0; n < node_count; ++n) {
      const node& is = nodes[static_cast<std::size_t>(n)];
      for (int i = 0; i < is.input_count; ++i) ++reads[static_cast<std::size_t>(is.inputs[i])];
    }
    ++reads[static_cast<std::size_t>(outputs[0])];
    const auto value_at = [&](int v) -> int {
      int& made = at[static_cast<std::size_t>(v)];
      if (made < 0) made = add_value(from[static_cast<std::size_t>(v)]);
      return made;
    };
    input = value_at(inputs[0]);
    for (int n = 0; n < node_count; ++n) {
      const node& is = nodes[static_cast<std::size_t>(n)];
      const stand_in by = stand_in_of(is.op);
      if (by == stand_in::value) {
        begin_states(is, from, value_at);
        at[static_cast<std::size_t>(is.outputs[0])] = value_at(is.inputs[0]);
        reads[static_cast<std::size_t>(is.outputs[0])] +=
            reads[static_cast<std::size_t>(is.inputs[0])] - 1;
        continue;
      }
      if (by == stand_in::parts && from[static_cast<std::size_t>(is.inputs[1])].is.is_constant) {
        add_parts(from, is, n, value_at);
        continue;
      }
      const int before = at[static_cast<std::size_t>(is.inputs[0])];
      const bool alone = reads[static_cast<std::size_t>(is.inputs[0])] == 1;
      int& made = at[static_cast<std::size_t>(is.outputs[0])];
      if (is.op->folds_into_layers && alone && takes_factors(before)) {
        fold(layers[static_cast<std::size_t>(values[static_cast<std::size_t>(before)].producer)],
             from, is, 1);
        take_activation(before, is.act, is.clamp_low, is.clamp_high);
        made = renamed(before, from[static_cast<std::size_t>(is.outputs[0])]);
      } else if (is.op->clamps != activation::none && alone && takes_activation(before)) {
        const code_limits ends = is.op->limits(is.what);
        take_activation(before, is.op->clamps, ends.low, ends.high);
        made = renamed(before, from[static_cast<std::size_t>(is.outputs[0])]);
      } else {
        add_layer(from, is, n, value_at);
      }
    }
    output = at[static_cast<std::size_t>(outputs[0])];
    finish();
  }
  explicit float_network(const read_model& m)
      : float_network(m.values(), m.nodes(), static_cast<int>(m.values().size()),
                      static_cast<int>(m.nodes().size()), m.inputs().data(),
                      static_cast<int>(m.inputs().size()), m.outputs().data(),
                      static_cast<int>(m.outputs().size())) {}
  template <int V, int N, int I, int O, class E>
  explicit float_network(const graph_value<V, N, I, O, E>& g)
      : float_network(g.values, g.nodes, V, N, g.inputs, I, g.outputs, O) {}

  const float_value& value(int v) const { return values[static_cast<std::size_t>(v)]; }
  /// The descriptions of the inputs of a layer; `room` holds them.
  operands operands_of(const float_layer& l, operand (&room)[most_inputs]) const {
    int count = 0;
    for (const int v : l.inputs) room[count++] = value(v).is;
    return {room, count};
  }
  /// Runs layer l, but for its activation, on values `of`, one array of elements for each value,
  /// into its own output. Recurrent layers read what they wrote as `round` makes it.
  void run(const float_layer& l, std::vector<numbers>& of, const rounded& round = {}) const {
    operand room[most_inputs]{};
    const operands x = operands_of(l, room);
    numbers& y = of[static_cast<std::size_t>(l.output)];
    y.resize(static_cast<std::size_t>(value(l.output).is.shape.size()));
    std::vector<const double*> in;
    for (const int v : l.inputs) {
      const auto i = static_cast<std::size_t>(v);
      in.push_back(of[i].empty() ? values[i].constant.data() : of[i].data());
    }
    if (l.kind->has_weights) in.resize(3), in[1] = l.weights.data(), in[2] = l.bias.data();
    layer_run now{l.what, x, value(l.output).is, in, y.data()};
    if (l.cell >= 0) now.cells = &of[static_cast<std::size_t>(l.cell)];
    if (round && l.kind->is_recurrent) {
      now.round_y = [&](double number) { return round(l.output, number); };
      now.round_cell = [&](double number) { return round(l.cell, number); };
    }
    l.kind->run(now);
  }
  /// Applies the activation of layer l to what it made.
  void activate(const float_layer& l, numbers& y) const {
    if (l.act == activation::none) return;
    for (double& number : y) number = activated(l.act, number, l.clamp_low, l.clamp_high);
  }
  /// Runs all layers on an input; visit(v, elements) sees, and may change, each value.
  template <class Visit>
  void run(const numbers& x, std::vector<numbers>& of, const Visit& visit,
           const rounded& round = {}) const {
    of.resize(values.size());
    of[static_cast<std::size_t>(input)] = x;
    visit(input, of[static_cast<std::size_t>(input)]);
    for (const float_layer& l : layers) {
      numbers& y = of[static_cast<std::size_t>(l.output)];
      run(l, of, round);
      activate(l, y);
      if (l.cell >= 0) visit(l.cell, of[static_cast<std::size_t>(l.cell)]);
      visit(l.output, y);
    }
  }
  /// Output channels of a layer with weights, and the one that weight i belongs to.
  int channels(const float_layer& l) const { return value(l.output).is.shape.c(); }
  int channel_of(const float_layer& l, std::size_t i) const {
    return detail::channel_of(static_cast<int>(i), static_cast<int>(l.weights.size()), channels(l),
                              l.kind->weights_at);
  }

 private:
  float_layer& producer(int v) {
    return layers[static_cast<std::size_t>(values[static_cast<std::size_t>(v)].producer)];
  }
  bool is_made(int v) const { return v >= 0 && value(v).producer >= 0; }
  /// Whether a scale and an offset become part of the layer that makes v.
  bool takes_factors(int v) {
    return is_made(v) && producer(v).kind->has_weights && producer(v).act == activation::none;
  }
  /// A recurrent layer reads what it makes, so that its range is that before an activation.
  bool takes_activation(int v) {
    return is_made(v) && producer(v).kind->format == output_format::own &&
           !producer(v).kind->is_recurrent && producer(v).act == activation::none;
  }
  void take_activation(int v, activation act, int low, int high) {
    float_layer& l = producer(v);
    l.act = act, l.clamp_low = low, l.clamp_high = high;
  }
  int renamed(int v, const etch::value& as) {
    if (as.name[0] != '\0') values[static_cast<std::size_t>(v)].name = as.name;
    return v;
  }

  /// Whether value v is a constant of zeros.
  bool is_zero(int v) const {
    const numbers& all = value(v).constant;
    const auto zero = [](double x) { return x == 0; };
    return !all.empty() && std::all_of(all.begin(), all.end(), zero);
  }
  /// Of a node that gives states the values that they begin a run with: these must be 0, which is
  /// what states of recurrent layers begin each case with.
  template <class Values, class ValueAt>
  void begin_states(const node& is, const Values& from, const ValueAt& value_at) {
    for (int i = 1; i < is.input_count; i += 2) {
      const bool state = from[static_cast<std::size_t>(is.inputs[i + 1])].lives == lifetime::always;
      if (state && is_zero(value_at(is.inputs[i]))) continue;
      throw not_quantised(
          "a state that begins as something else than 0, or that is kept for the "
          "next run");
    }
  }

  int add_value(const etch::value& v) {
    float_value made{v.is, v.name, {}, -1, {}};
    if (v.is.is_constant) made.constant = numbers_of(v);
    made.is.number = f32::descriptor;
    values.push_back(std::move(made));
    return static_cast<int>(values.size()) - 1;
  }
  static numbers numbers_of(const etch::value& v) {
    const format& f = v.is.number;
    numbers all(static_cast<std::size_t>(v.is.shape.size()));
    const bool bytes = is_scaled(f) && f.bits == 8 && f.channel_scale == nullptr;
    if (!is_f32(f) && !bytes) {
      throw not_quantised("a constant has the format " + std::string(f.kind->name) + " of " +
                          std::to_string(f.bits) + " bits; constants of f32 are quantised");
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      const int k = static_cast<int>(i);
      all[i] = is_f32(f) ? static_cast<double>(load<float>(v.bytes, k))
                         : f.unit() * (load<std::int8_t>(v.bytes, k) - f.zero);
    }
    return all;
  }
  /// Makes the scale and offset of node `is`, whose constants begin at input `first`, part of l.
  template <class Values>
  void fold(float_layer& l, const Values& from, const node& is, int first) {
    const bool apart = first > 1;  // its constants are the last inputs of the layer itself
    const unsigned char* bytes[most_inputs]{};
    int count = 0;
    for (int i = first; i < is.input_count; ++i) {
      bytes[count++] = from[static_cast<std::size_t>(is.inputs[i])].bytes;
    }
    const operator_tag& op = apart ? *is.folded.op : *is.op;
    const attributes& what = apart ? is.folded.what : is.what;
    std::vector<scale_and_offset> of(l.bias.size());
    if (l.norm.of.empty())
      l.norm = {l.weights, l.bias, std::vector<scale_and_offset>(of.size(), {1, 0})};
    for (std::size_t c = 0; c < of.size(); ++c) {
      of[c] = op.scale_and_offset_of(what, {bytes, count}, static_cast<int>(c));
      l.bias[c] = l.bias[c] * of[c].scale + of[c].offset;
      scale_and_offset& all = l.norm.of[c];
      all = {all.scale * of[c].scale, all.offset * of[c].scale + of[c].offset};
    }
    for (std::size_t i = 0; i < l.weights.size(); ++i) {
      l.weights[i] *= of[static_cast<std::size_t>(channel_of(l, i))].scale;
    }
    ++batch_norms;
    folded_macs += value(l.output).is.shape.size();
  }
  template <class Values, class ValueAt>
  void add_layer(const Values& from, const node& is, int n, const ValueAt& value_at) {
    float_layer l;
    l.kind = kind_of(is.op), l.what = is.what;
    if (l.kind == nullptr) {
      throw not_quantised("node " + std::to_string(n) + " (" + is.op->name +
                          "): calibration does not know the operator");
    }
    const int own_inputs = is.input_count - is.folded.input_count;
    for (int i = 0; i < own_inputs; ++i) {
      const etch::value& v = from[static_cast<std::size_t>(is.inputs[i])];
      if (l.kind->has_weights && i > 0 && !v.is.is_constant) {
        throw not_quantised("node " + std::to_string(n) + " (" + is.op->name +
                            "): the weights are no constants");
      }
      if (v.lives == lifetime::always && !l.kind->is_recurrent) {
        throw not_quantised("node " + std::to_string(n) + " (" + is.op->name +
                            "): reads a state, which is quantised of recurrent layers alone");
      }
      // parameters of a recurrent layer have formats of their own
      const bool own = l.kind->is_recurrent && v.is.is_constant;
      l.inputs.push_back(own ? add_value(v) : value_at(is.inputs[i]));
    }
    take_first_state(l, from, is, n);
    if (l.kind->cell >= 0) l.cell = l.inputs[static_cast<std::size_t>(l.kind->cell)];
    l.output = value_at(is.outputs[0]);
    l.act = is.act, l.clamp_low = is.clamp_low, l.clamp_high = is.clamp_high;
    if (is_constant(l)) return compute(l);
    values[static_cast<std::size_t>(l.output)].producer = static_cast<int>(layers.size());
    if (l.kind->has_weights) {
      l.weights = value(l.inputs[1]).constant;
      l.bias = l.inputs.size() > 2 ? value(l.inputs[2]).constant
                                   : numbers(static_cast<std::size_t>(channels(l)));
      if (is.folded) fold(l, from, is, own_inputs);
    }
    layers.push_back(std::move(l));
  }
  /// Adds node n, a gather whose constant indices are a range, as slice and reshape.
  template <class Values, class ValueAt>
  void add_parts(const Values& from, const node& is, int n, const ValueAt& value_at) {
    const etch::value& index = from[static_cast<std::size_t>(is.inputs[1])];
    const int x = value_at(is.inputs[0]), y = value_at(is.outputs[0]);
    const extents e = value(x).is.shape;
    const int axis = unpack<ops::gather>(is.what).along(e), count = index.is.shape.size();
    const auto at = [&](int i) { return load<std::int32_t>(index.bytes, i); };
    ops::slice part{e.rank};
    for (int k = 0; k < e.rank; ++k) part.begin[k] = 0, part.size[k] = e.d[k], part.step[k] = 1;
    part.begin[axis] = at(0), part.size[axis] = count,
    part.step[axis] = count > 1 ? at(1) - at(0) : 1;
    for (int i = 0; i < count; ++i) {
      const bool in_range = at(i) == at(0) + i * part.step[axis] && part.step[axis] != 0;
      if (in_range && at(i) >= 0 && at(i) < e.d[axis]) continue;
      throw not_quantised("node " + std::to_string(n) +
                          " (gather): its indices are no range, such as 0, 2, 4, of the value");
    }
    float_value between = value(x);
    between.constant.clear(), between.name.clear(), between.is.shape.d[axis] = count;
    const bool same = between.is.shape == value(y).is.shape;
    if (!same) values.push_back(std::move(between));
    const int sliced = same ? y : static_cast<int>(values.size()) - 1;
    add_moving<slice_layer>(x, sliced, pack(part));
    if (same) return;
    ops::reshape to{value(y).is.shape.rank, {}};
    for (int k = 0; k < to.rank; ++k) to.d[k] = value(y).is.shape.d[k];
    add_moving<reshape_layer>(sliced, y, pack(to));
  }
  template <class Layer>
  void add_moving(int x, int y, const attributes& what) {
    float_layer l;
    l.kind = &kind_of_layer<Layer>, l.what = what, l.inputs = {x}, l.output = y;
    values[static_cast<std::size_t>(y)].producer = static_cast<int>(layers.size());
    layers.push_back(std::move(l));
  }
  /// Leaves out the first state of a gru where it is 0, as without one.
  template <class Values>
  void take_first_state(float_layer& l, const Values& from, const node& is, int n) {
    const int h = l.kind->first_state(is.input_count);
    if (h < 0) return;
    const etch::value& v = from[static_cast<std::size_t>(is.inputs[h])];
    if (v.lives == lifetime::always) return;
    if (!is_zero(l.inputs[static_cast<std::size_t>(h)])) {
      throw not_quantised("node " + std::to_string(n) + " (" + is.op->name +
                          "): its first state is not 0");
    }
    l.inputs.pop_back();
  }
  /// Whether a layer reads constants alone, and has none that are its own.
  bool is_constant(const float_layer& l) const {
    const auto constant = [&](int v) { return !value(v).constant.empty(); };
    return !l.kind->has_weights && !l.kind->is_recurrent &&
           std::all_of(l.inputs.begin(), l.inputs.end(), constant);
  }
  /// Makes what such a layer gives a constant.
  void compute(const float_layer& l) {
    std::vector<numbers> of(values.size());
    run(l, of);
    activate(l, of[static_cast<std::size_t>(l.output)]);
    values[static_cast<std::size_t>(l.output)].constant =
        std::move(of[static_cast<std::size_t>(l.output)]);
  }
  /// Readers of values, and a name for each value that has none: that of its operator, counted.
  void finish() {
    std::map<std::string, int> count;
    std::set<std::string> taken;
    for (std::size_t n = 0; n < layers.size(); ++n) {
      for (const int v : layers[n].inputs) {
        values[static_cast<std::size_t>(v)].readers.push_back(static_cast<int>(n));
      }
      float_value& y = values[static_cast<std::size_t>(layers[n].output)];
      const std::string op = layers[n].kind->op->name;
      const std::string numbered = op + "_" + std::to_string(++count[op]);
      const bool usable = is_identifier(y.name) && y.name.size() < 32 && y.name != "input" &&
                          y.name.find(op) != 0 && taken.count(y.name) == 0 && !is_word(y.name);
      if (!usable) y.name = numbered;
      taken.insert(y.name);
      if (layers[n].cell >= 0) {
        values[static_cast<std::size_t>(layers[n].cell)].name = y.name + "_cell";
      }
    }
    values[static_cast<std::size_t>(input)].name = "input";
  }
  /// Words of the language, which a value of that name would hide.
  static bool is_word(const std::string& name) {
    return names_a_layer(name, calibrated_layers{}) || name == "to" || name == "tap" ||
           name == "same" || name == "valid" || name == "w";
  }
  static bool is_identifier(const std::string& name) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    bool is = !name.empty() && letter(name[0]);
    for (const char c : name) is = is && (letter(c) || c == '_' || (c >= '0' && c <= '9'));
    return is;
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
