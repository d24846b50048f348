// What the operators of a .tflite file have in common when they become nodes of a graph.
#pragma once

#include <etch/graph/import/tflite_values.hpp>
#include <etch/op/ops.hpp>

namespace etch::inline ETCH_ABI {

namespace error {
inline void tflite_the_operator_is_not_supported(long /*code*/, long) {}
inline void tflite_the_operator_has_another_number_of_inputs(long /*inputs*/, long /*most*/) {}
inline void tflite_the_operator_has_another_number_of_outputs_than_1(long /*outputs*/, long) {}
inline void tflite_the_options_belong_to_another_operator(long /*type*/, long /*wanted*/) {}
inline void tflite_the_fused_activation_is_not_supported(long /*activation*/, long) {}
inline void tflite_the_padding_is_neither_SAME_nor_VALID(long /*padding*/, long) {}
inline void tflite_a_stride_a_dilation_or_a_window_is_out_of_range(long /*size*/, long /*most*/) {}
inline void tflite_the_output_has_another_shape_than_the_operator_gives(long /*output*/,
                                                                        long /*given*/) {}
inline void tflite_the_output_has_another_format_than_the_operator_gives(long, long) {}
}  // namespace error

/// Clamping that a node does itself.
struct node_limits {
  activation act = activation::none;
  int low = 0, high = 0;
};

/// A graph while it is made from a file: the operator at work, its options, its node.
class tflite_import : public tflite_values {
 public:
  flatbuffer::table op{}, options{};

  using tflite_values::tflite_values;

  constexpr void refuse(const diagnosis& d) { file.refuse(op.at, d); }

  /// Makes operator `index` the one at work; false when no output of the model depends on it.
  constexpr bool open_operator(int index) {
    op = file.operation(index);
    options = op.child(tflite_schema::operator_field::builtin_options);
    in_ = op.list(tflite_schema::operator_field::inputs, 4);
    out_ = op.list(tflite_schema::operator_field::outputs, 4);
    if (out_.count != 1) {
      refuse({.refuse = error::tflite_the_operator_has_another_number_of_outputs_than_1,
              .message = "the operator has {} outputs, not 1",
              .have = out_.count});
    }
    if (failed()) return false;
    const int t = output();
    return t < 0 || t >= file.tensors.count || room().needed[t];
  }
  /// Whether the operator has `least` to `most` inputs and options of type `type`, or none.
  constexpr bool has(int least, int most, int type) {
    if (in_.count < least || in_.count > most) {
      refuse({.refuse = error::tflite_the_operator_has_another_number_of_inputs,
              .message = "the operator has {} inputs, at most {} are possible",
              .have = in_.count,
              .want = most});
    }
    const int given = op.number<unsigned char>(tflite_schema::operator_field::builtin_options_type);
    if (type != tflite_schema::options_type::none && given != type &&
        given != tflite_schema::options_type::none) {
      refuse({.refuse = error::tflite_the_options_belong_to_another_operator,
              .message = "the options are of type {}, not {}",
              .have = given,
              .want = type});
    }
    return !failed();
  }
  constexpr int inputs() const { return in_.count; }
  /// Tensors that the operator reads and writes; -1 for an input that is left out.
  constexpr int input(int i) const { return i < in_.count ? in_.number<std::int32_t>(i) : -1; }
  constexpr int output() const { return out_.number<std::int32_t>(0); }
  constexpr const operand& at(int v) const { return g.values[v].is; }

  /// A size from the options: 1 to `most`.
  constexpr int in_range(int size, int most = 4096) {
    if (size >= 1 && size <= most) return size;
    refuse({.refuse = error::tflite_a_stride_a_dilation_or_a_window_is_out_of_range,
            .message = "a stride, a dilation or a window is {}, not 1 to {}",
            .have = size,
            .want = most});
    return 1;
  }
  constexpr pair sizes(int height_field, int width_field, int otherwise) {
    return {in_range(options.number<std::int32_t>(height_field, otherwise)),
            in_range(options.number<std::int32_t>(width_field, otherwise))};
  }
  constexpr padding padding_of(int field) {
    const int code = options.number<std::int8_t>(field);
    if (code < 0 || code > 1) {
      refuse({.refuse = error::tflite_the_padding_is_neither_SAME_nor_VALID,
              .message = "padding {} is neither SAME nor VALID",
              .have = code});
    }
    return code == 0 ? same : valid;
  }
  /// The activation that the options fuse into an operator with output format y. Codes of 6, -1
  /// and 1 by a division in single precision, as TensorFlow Lite finds them.
  constexpr node_limits fused(int field, const format& y) {
    return clamping(options.number<std::int8_t>(field), y);
  }
  constexpr node_limits clamping(int code, const format& y) {
    const auto quantised = [&](float real) {
      if (is_f32(y)) return static_cast<int>(real);
      const double steps = static_cast<double>(real / static_cast<float>(y.scale));
      return y.zero + static_cast<int>(round_half_away(clamp(steps, -1e6, 1e6)));
    };
    switch (static_cast<tflite_schema::fused_activation>(code)) {
      case tflite_schema::fused_activation::none: return {};
      case tflite_schema::fused_activation::relu: return {activation::relu};
      case tflite_schema::fused_activation::relu6:
        return {activation::clamp, quantised(0), quantised(6)};
      case tflite_schema::fused_activation::relu_n1_to_1:
        return {activation::clamp, quantised(-1), quantised(1)};
      default:
        refuse({.refuse = error::tflite_the_fused_activation_is_not_supported,
                .message = "the fused activation {} is not supported",
                .have = code});
        return {};
    }
  }

  /// Adds `what` over values x, clamped by l; its output is the tensor that the operator writes.
  template <class Op>
  constexpr void make(const Op& what, const int* x, int count, node_limits l = {}) {
    const operand y = describe_output(output());
    if (failed() || !fits(what, x, count, y)) return;
    add(what, x, count, write(output(), y, g.size.nodes), l);
  }
  /// The same where the output is a value of shape y between two nodes, which no tensor is.
  template <class Op>
  constexpr int make_between(const Op& what, const int* x, int count, const format& y,
                             const extents& shape, node_limits l = {}) {
    const operand is{y, shape, &layout_id<hwc>};
    if (failed() || !fits(what, x, count, is)) return 0;
    const int v = g.add(value{.is = is, .producer = g.size.nodes});
    add(what, x, count, v, l);
    return v;
  }
  /// The tensor that the operator writes: value v in the tensor's shape.
  constexpr void make_reshaped(int v) {
    const extents to = file.tensor(output()).shape;
    make(ops::reshape{to.rank, {to.d[0], to.d[1], to.d[2], to.d[3], to.d[4]}}, &v, 1);
  }

 private:
  flatbuffer::vector in_{}, out_{};

  template <class Op>
  constexpr bool fits(const Op& what, const int* x, int count, const operand& y) {
    operand seen[8]{};
    for (int i = 0; i < count; ++i) seen[i] = at(x[i]);
    const inference made = what.infer({seen, count});
    const operand& got = made.output;
    diagnosis d = made.refused;
    if (!d && !(got.shape == y.shape)) {
      d = {.refuse = error::tflite_the_output_has_another_shape_than_the_operator_gives,
           .message = "the output has {} elements in its shape, the operator gives {} in another",
           .have = y.shape.size(),
           .want = got.shape.size()};
    }
    bool same_format = got.number == y.number;
    if (!d && is_accumulator(got.number) && is_affine(y.number)) {
      d = ops::to{}.check_output({&got, 1}, y);
      same_format = true;
    }
    if constexpr (requires { what.check_output(operands{seen, count}, y); }) {
      if (!d) d = what.check_output({seen, count}, y);
      same_format = true;
    }
    if (!d && !same_format) {
      d = {.refuse = error::tflite_the_output_has_another_format_than_the_operator_gives,
           .message = "the output has another type, scale or zero point than the operator gives"};
    }
    if (d) refuse(d);
    return !failed();
  }
  template <class Op>
  constexpr void add(const Op& what, const int* x, int count, int v, node_limits l) {
    if (failed()) return;
    node n{.op = &op_id<Op>,
           .what = pack(what),
           .outputs = {v, -1, -1, -1},
           .input_count = count,
           .output_count = 1,
           .act = l.act,
           .clamp_low = l.low,
           .clamp_high = l.high};
    for (int i = 0; i < count; ++i) n.inputs[i] = x[i];
    g.add(n);
  }
};

}  // namespace etch::inline ETCH_ABI
