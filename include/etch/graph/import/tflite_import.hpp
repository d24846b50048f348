// The importer of one operator at a time: its inputs, outputs and options, and the nodes that it
// becomes.
#pragma once

#include <etch/graph/import/tflite_values.hpp>
#include <etch/graph/numerics.hpp>
#include <etch/op/ops.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_the_operator_has_another_number_of_inputs(long /*inputs*/, long /*most*/) {}
inline void tflite_the_operator_has_no_output(long, long) {}
inline void tflite_the_operator_has_another_number_of_outputs(long /*outputs*/, long /*wanted*/) {}
inline void tflite_indices_are_a_constant_of_type_INT32_with_few_elements(long /*type*/,
                                                                          long /*elements*/) {}
inline void tflite_the_options_belong_to_another_operator(long /*type*/, long /*wanted*/) {}
inline void tflite_the_fused_activation_is_not_supported(long /*activation*/, long) {}
inline void tflite_the_padding_is_neither_SAME_nor_VALID(long /*padding*/, long) {}
inline void tflite_a_stride_a_dilation_or_a_window_is_out_of_range(long /*size*/, long /*most*/) {}
}  // namespace error

/// A graph under construction from a file, and the operator that is being imported.
class tflite_import {
 public:
  tflite_values values;
  flatbuffer::table op{}, options{};
  numerics preset = numerics::tflm_reference;
  static constexpr int most_variables = 64;
  tflite_variable variables[most_variables]{};
  int variable_count = 0;

  constexpr tflite_import(const unsigned char* bytes, int size, int steps, const tflite_room& room)
      : values(bytes, size, steps, room) {}

  constexpr bool failed() const { return values.failed(); }
  constexpr void refuse(const diagnosis& d) { values.file.refuse(op.at, d); }
  /// The value of input tensor t; float16 constants are converted to f32.
  constexpr int read(int t) {
    if (blocks(t)) lay_out(t);
    const int v = values.read(t);
    if (!values.is_decoded(t)) return v;
    return make_between(ops::to{}, &v, 1, f32::descriptor, at(v).shape);
  }

  /// What tensor t is laid out of, if it is and nobody has needed it yet.
  constexpr tflite_blocks blocks(int t) const {
    if (failed() || !values.file.has_tensor(t) || values.room().value_of[t] >= 0) return {};
    return values.room().blocks_of[t];
  }
  /// Value b.value with its borders.
  constexpr int padded(const tflite_blocks& b) {
    if (b.top + b.bottom + b.left + b.right == 0) return b.value;
    return then(ops::pad{b.top, b.bottom, b.left, b.right}, b.value);
  }

  /// Starts the import of operator `index`; false if no output of the model depends on it.
  constexpr bool open_operator(int index) {
    op = values.file.operation(index);
    options = op.child(tflite_schema::fields::op::builtin_options);
    in_ = op.list(tflite_schema::fields::op::inputs, 4);
    out_ = op.list(tflite_schema::fields::op::outputs, 4);
    selected_ = 0;
    const auto of = static_cast<tflite_schema::builtin>(values.file.place.code);
    assigns_ = of == tflite_schema::builtin::assign_variable && in_.count == 2;
    if (assigns_ || of == tflite_schema::builtin::call_once) return assigns_ && !failed();
    if (out_.count < 1) {
      refuse({.refuse = error::tflite_the_operator_has_no_output,
              .message = "the operator has no output"});
    }
    bool needed = false;
    for (int k = 0; k < out_.count && !failed(); ++k) {
      if (!values.file.source.spend(1)) break;
      needed |= needs(k);
    }
    return needed && !failed();
  }
  /// Refuses inputs of the operator that lead out of the file, even those that it does not read.
  constexpr void check_inputs() {
    for (int k = 0; k < in_.count && !failed(); ++k) {
      values.file.check_tensor(in_.number<std::int32_t>(k));
    }
  }
  /// Whether an output of the model depends on output k.
  constexpr bool needs(int k) {
    const int t = out_.number<std::int32_t>(k);
    return !values.file.has_tensor(t) || values.room().needed[t];
  }
  /// Whether some input is made by an operator that is refused.
  constexpr bool reads_unknown() const {
    for (int k = 0; k < in_.count && !failed(); ++k) {
      const int t = in_.number<std::int32_t>(k);
      if (values.file.has_tensor(t) && values.room().value_of[t] == no_value::unknown) {
        return true;
      }
    }
    return false;
  }
  /// Gives the outputs of an operator that is refused values as the file describes them, so that
  /// what reads them can be checked; those that it cannot describe stay unknown.
  constexpr void stand_in() {
    for (int k = 0; k < out_.count && !failed(); ++k) {
      const int t = out_.number<std::int32_t>(k);
      if (!values.file.has_tensor(t)) continue;
      if (values.room().value_of[t] != no_value::yet) continue;
      const operand y = values.describe_output(t);
      if (failed() && values.file.source.is_broken()) return;
      const bool known = !failed() && !reads_unknown();
      values.file.source.go_on();
      values.room().value_of[t] =
          known ? values.graph.add(value{.is = y, .producer = 0}) : no_value::unknown;
    }
  }
  /// Selects the output that output() returns and make() writes.
  constexpr void select_output(int k) { selected_ = k; }
  /// Whether the operator has `least` to `most` inputs, options of this type or none, and so many
  /// outputs; refuses it if not.
  constexpr bool has(int least, int most, int type, int outputs = 1) {
    if (out_.count != outputs) {
      refuse({.refuse = error::tflite_the_operator_has_another_number_of_outputs,
              .message = "the operator has {} outputs, not {}",
              .have = out_.count,
              .want = outputs});
    }
    if (in_.count < least || in_.count > most) {
      refuse({.refuse = error::tflite_the_operator_has_another_number_of_inputs,
              .message = "the operator has {} inputs, at most {} are possible",
              .have = in_.count,
              .want = most});
    }
    const int given = op.number<unsigned char>(tflite_schema::fields::op::builtin_options_type);
    if (type != tflite_schema::options_type::none && given != type &&
        given != tflite_schema::options_type::none) {
      refuse({.refuse = error::tflite_the_options_belong_to_another_operator,
              .message = "the options are of type {}, not {}",
              .have = given,
              .want = type});
    }
    return !failed();
  }
  /// The element type of a tensor in format f.
  static constexpr tflite_schema::tensor_type type_of(const format& f) {
    using tflite_schema::tensor_type;
    if (is_f32(f)) return tensor_type::float32;
    if (f == truth::descriptor) return tensor_type::boolean;
    if (is_unsigned_affine(f)) return tensor_type::uint8;
    return f.bits == 8 ? tensor_type::int8 : f.bits == 16 ? tensor_type::int16 : tensor_type::int32;
  }
  constexpr int inputs() const { return in_.count; }
  /// The index of an input or output tensor; -1 for an input that is left out.
  constexpr int input(int i) {
    const int t = i < in_.count ? in_.number<std::int32_t>(i) : -1;
    if (t < -1) values.file.tensor_table(t);  // refuses it
    return t;
  }
  constexpr int output() const { return out_.number<std::int32_t>(selected_); }
  constexpr int outputs() const { return out_.count; }
  constexpr const operand& at(int v) const { return values.graph.values[v].is; }

  /// Reads input i, at most `most` integers that are known; returns their number.
  constexpr int integers(int i, int* to, int most) {
    if (const known_integers known = values.integers(input(i)); known && known.count <= most) {
      for (int k = 0; k < known.count; ++k) to[k] = known.at[k];
      return known.count;
    }
    const tflite_tensor from = values.constant(input(i));
    const int count = from.data.count / 4;
    if (!from.is(tflite_schema::tensor_type::int32) || count > most) {
      refuse({.refuse = error::tflite_indices_are_a_constant_of_type_INT32_with_few_elements,
              .message = "indices are a constant of type INT32, not {}, with few elements, not {}",
              .have = from.type,
              .want = count});
    }
    if (failed()) return 0;
    for (int k = 0; k < count; ++k)
      to[k] = values.file.source.read<std::int32_t>(from.data.at + 4 * k);
    return count;
  }

  /// A size from the options, which must be 1 to `most`.
  constexpr int in_range(int size, int most = 4096) {
    if (size >= 1 && size <= most) return size;
    refuse({.refuse = error::tflite_a_stride_a_dilation_or_a_window_is_out_of_range,
            .message = "a stride, a dilation or a window is {}, not 1 to {}",
            .have = size,
            .want = most});
    return 1;
  }
  /// Height and width from two fields, with the default `otherwise`.
  constexpr pair sizes(int height_field, int width_field, int otherwise) {
    return {in_range(options.number<std::int32_t>(height_field, otherwise)),
            in_range(options.number<std::int32_t>(width_field, otherwise))};
  }
  constexpr padding padding_of(int field) {
    const int code = options.number<std::int8_t>(field);
    using rule = tflite_schema::padding_rule;
    const auto how = static_cast<rule>(code);
    if (how != rule::same && how != rule::valid) {
      refuse({.refuse = error::tflite_the_padding_is_neither_SAME_nor_VALID,
              .message = "padding {} is neither SAME nor VALID",
              .have = code});
    }
    return how == rule::same ? same : valid;
  }
  /// The fused activation in a field of the options, for an output in format y. Like TensorFlow
  /// Lite, it divides in single precision to get the codes of 6, -1 and 1.
  constexpr node_limits fused(int field, const format& y) {
    return clamping(options.number<std::int8_t>(field), y);
  }
  constexpr node_limits clamping(int code, const format& y) {
    const auto quantised = [&](float real) {
      if (is_f32(y)) return static_cast<int>(real);
      const double steps = static_cast<double>(real / static_cast<float>(y.scale));
      return y.zero + static_cast<int>(round_half_away(clamp(steps, -1e9, 1e9)));
    };
    switch (static_cast<tflite_schema::fused_activation>(code)) {
      case tflite_schema::fused_activation::none: return {};
      case tflite_schema::fused_activation::relu: return {activation::relu};
      case tflite_schema::fused_activation::relu6:
        return {activation::clamp, quantised(0), quantised(6), 0, 6};
      case tflite_schema::fused_activation::relu_n1_to_1:
        return {activation::clamp, quantised(-1), quantised(1), -1, 1};
      default:
        refuse({.refuse = error::tflite_the_fused_activation_is_not_supported,
                .message = "the fused activation {} is not supported",
                .have = code});
        return {};
    }
  }

  /// Adds a node: `what` on values x, clamped by l. It writes the output tensor of the operator.
  template <class Op>
  constexpr void make(const Op& what, const int* x, int count, node_limits l = {}) {
    operand y = values.describe_output(output());
    if (failed() || !fits(what, x, count, y, output())) return;
    add(what, x, count, values.write(output(), y, values.graph.size.nodes), l);
  }
  /// Sets the rounding of the output tensor, where it does not follow the preset.
  constexpr void rounds_by(rounding r) {
    if (!failed()) values.graph.values[values.room().value_of[output()]].round = r;
  }
  /// Adds a node whose output, in format y, is an intermediate value without a tensor.
  template <class Op>
  constexpr int make_between(const Op& what, const int* x, int count, const format& y,
                             const extents& shape, node_limits l = {}) {
    operand is{y, shape, &layout_id<hwc>};
    if (elements_of(shape) > 1 << 28) {
      refuse({.refuse = error::tflite_a_tensor_has_more_elements_than_fit,
              .message = "a tensor has more than 2^28 elements"});
    }
    if (failed() || !fits(what, x, count, is)) return 0;
    const int v = values.graph.add(value{.is = is, .producer = values.graph.size.nodes});
    add(what, x, count, v, l);
    return v;
  }
  /// Lays the blocks of tensor t out, so that it is a value: as many in the batch as a block has
  /// cells, the rows of a block before its columns.
  constexpr void lay_out(int t) {
    const tflite_blocks b = values.room().blocks_of[t];
    const int x = padded(b);
    if (failed()) return;
    const extents e = at(x).shape, to = values.file.tensor(t).shape;
    const int n = e.d[0], rows = e.rank == 4 ? e.d[1] / b.h : 1, columns = e.w() / b.w, c = e.c();
    int y = then(ops::reshape{4, {n, rows, b.h, e.w() * c}}, x);
    y = then(ops::transpose{4, {2, 0, 1, 3}}, y);
    y = then(ops::reshape{4, {b.h, n * rows * columns, b.w, c}}, y);
    y = then(ops::transpose{4, {0, 2, 1, 3}}, y);
    const int all = b.h * b.w * n;
    const ops::reshape last =
        e.rank == 4 ? ops::reshape{4, {all, rows, columns, c}} : ops::reshape{3, {all, columns, c}};
    y = then(last, y);
    if (!failed() && !(at(y).shape == to) && !leaves_open(t, at(y).shape)) {
      refuse(
          {.refuse = error::the_output_has_another_shape_than_the_operator_gives,
           .message = "the output has {} elements in its shape, the operator gives {} in another",
           .have = to.size(),
           .want = at(y).shape.size()});
    }
    if (!failed()) values.room().value_of[t] = y;
  }
  /// make_between on one value, in the format and shape that the operator infers.
  template <class Op>
  constexpr int then(const Op& what, int x) {
    if (failed()) return 0;
    const operand seen = at(x);
    const inference made = what.infer({&seen, 1});
    if (made.refused) refuse(made.refused);
    return make_between(what, &x, 1, made.output.number, made.output.shape);
  }
  /// The shape of the output, where the file leaves sizes open as input i says, if it is known, and
  /// the last one of the rest so that there are `elements` elements.
  constexpr extents output_shape(int i = -1, long long elements = 0) {
    const tflite_tensor is = values.file.tensor(output());
    extents y = is.shape;
    if (is.dynamic == 0) return y;
    const known_integers given = values.integers(i < 0 ? -1 : input(i));
    int open = -1;
    long long others = 1;
    for (int k = 0; k < y.rank; ++k) {
      const bool known = (is.dynamic >> k & 1) == 0;
      const bool given_here =
          given.count == y.rank && given.at[k] > 0 && given.at[k] <= tflite_file::largest_dimension;
      if (!known && given_here) y.d[k] = given.at[k];
      else if (!known) open = k;
    }
    for (int k = 0; k < y.rank; ++k) others = minimum(others * (k == open ? 1 : y.d[k]), 1LL << 30);
    if (open >= 0 && elements > 0 && elements % others == 0) {
      y.d[open] = static_cast<int>(minimum(elements / others, 1LL << 30));
    }
    return elements_of(y) <= 1 << 28 ? y : is.shape;
  }
  /// Writes value v, reshaped as input i says or as the file does, to the output of the operator.
  constexpr void make_reshaped(int v, int i = -1) {
    const extents to = failed() ? extents{} : output_shape(i, at(v).shape.size());
    make(ops::reshape{to.rank, {to.d[0], to.d[1], to.d[2], to.d[3], to.d[4]}}, &v, 1);
  }

 private:
  flatbuffer::vector in_{}, out_{};
  int selected_ = 0;
  bool assigns_ = false;

  /// Whether the file leaves open in which sizes tensor t has another shape than e.
  constexpr bool leaves_open(int t, const extents& e) {
    const tflite_tensor is = values.file.tensor(t);
    if (is.dynamic == 0 || is.shape.rank != e.rank || elements_of(e) > 1 << 28) return false;
    for (int k = 0; k < e.rank; ++k) {
      if (is.shape.d[k] != e.d[k] && (is.dynamic >> k & 1) == 0) return false;
    }
    return true;
  }
  template <class Op>
  constexpr bool fits(const Op& what, const int* x, int count, operand& y, int tensor = -1) {
    operand seen[most_inputs]{};
    for (int i = 0; i < count; ++i) seen[i] = at(x[i]);
    const inference made = what.infer({seen, count});
    const extents& got = made.output.shape;
    if (!made.refused && tensor >= 0 && leaves_open(tensor, got)) y.shape = got;
    const diagnosis d = check_made(what, {seen, count}, made, y);
    if (d) refuse(d);
    return !failed();
  }
  template <class Op>
  constexpr void add(const Op& what, const int* x, int count, int v, node_limits l) {
    if (failed()) return;
    if (preset == numerics::litert_xnnpack && l.act == activation::clamp) {
      const operand y = at(v);
      operand seen[most_inputs]{};
      for (int i = 0; i < count; ++i) seen[i] = at(x[i]);
      const pointer_to<operator_tag> tag = &op_id<Op>;
      const bool pools = tag == &op_id<ops::max_pool> && xnnpack::is_int8(y.number);
      if (pools || tag->runs_on_xnnpack({seen, count}, y)) {
        l.low = xnnpack::code_of(l.least, y.number);
        l.high = xnnpack::code_of(l.most, y.number);
      }
    }
    values.graph.add(node_of(what, x, count, v, l));
  }
};

}  // namespace ETCH_NAMESPACE
