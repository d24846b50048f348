// Operators of a .tflite file as nodes of a graph.
#pragma once

#include <etch/graph/import/tflite_values.hpp>
#include <etch/op/ops.hpp>

namespace etch::inline ETCH_ABI {

namespace error {
inline void tflite_the_operator_is_not_supported(long /*code*/, long) {}
inline void tflite_the_operator_has_another_number_of_inputs(long /*inputs*/, long /*wanted*/) {}
inline void tflite_the_operator_has_another_number_of_outputs(long /*outputs*/, long) {}
inline void tflite_the_options_belong_to_another_operator(long /*type*/, long /*wanted*/) {}
inline void tflite_the_fused_activation_is_not_supported(long /*activation*/, long) {}
inline void tflite_the_padding_is_neither_SAME_nor_VALID(long /*padding*/, long) {}
inline void tflite_a_stride_a_dilation_or_a_window_is_out_of_range(long /*size*/, long /*most*/) {}
inline void tflite_the_depth_multiplier_contradicts_the_weights(long /*multiplier*/, long) {}
inline void tflite_the_output_has_another_shape_than_the_operator_gives(long /*in*/, long /*out*/) {
}
inline void tflite_the_output_has_another_format_than_the_operator_gives(long, long) {}
inline void tflite_shuffled_weights_are_not_supported(long /*format*/, long) {}
inline void tflite_the_weights_do_not_divide_the_value(long /*weights*/, long /*value*/) {}
inline void tflite_the_mean_is_over_other_dimensions_than_height_and_width(long /*axis*/, long) {}
inline void tflite_the_scales_of_the_sum_are_too_far_apart(long, long) {}
}  // namespace error

/// Writes the graph of a file: read() once; then `g` holds values and nodes.
class tflite_import : public tflite_values {
 public:
  static constexpr int most_ends = 32;  // inputs or outputs, as a graph has
  int inputs[most_ends]{}, outputs[most_ends]{};

  using tflite_values::tflite_values;

  constexpr void read();

 private:
  /// Clamping that a node does itself.
  struct limits {
    etch::activation act = etch::activation::none;
    int low = 0, high = 0;
  };
  flatbuffer::table op_{}, options_{};
  flatbuffer::vector in_{}, out_{};

  constexpr void refuse(const diagnosis& d) { file.refuse(op_.at, d); }
  constexpr int input(int i) const { return in_.number<std::int32_t>(i); }
  constexpr int output() const { return out_.number<std::int32_t>(0); }

  constexpr void mark_needed();
  constexpr void read_operator(int index);
  constexpr bool open_operator(int index);
  constexpr bool takes(int least, int most);
  constexpr void open_options(int type);

  constexpr limits clamping(int code, const format& y);
  constexpr limits option_clamping(int field, const format& y) {
    return clamping(options_.number<std::int8_t>(field), y);
  }
  constexpr window moves(int padding, int stride_w, int stride_h, int dilation_w, int dilation_h);
  constexpr int in_range(int size, int most);

  template <class Op>
  constexpr operand infer(const Op& op, const int* x, int count, const operand* y);
  constexpr void add_node(const operator_tag& op, const attributes& what, const int* x, int count,
                          limits l, int out);
  template <class Op>
  constexpr void make(const Op& op, const int* x, int count, int field = -1);
  template <class Op>
  constexpr int make_between(const Op& op, const int* x, int count, const format* y, limits l);
  constexpr int reshaped(int v, const extents& shape);

  constexpr void read_conv2d();
  constexpr void read_depthwise_conv2d();
  constexpr void read_fully_connected();
  template <class Op>
  constexpr void read_pool();
  constexpr void read_mean();
  constexpr void read_add();
  constexpr void read_reshape();
  constexpr void read_softmax();
  constexpr void read_concatenation();
  constexpr void read_activation(tflite::activation a);
  constexpr void read_conversion();
  /// Weights and, where there is one, bias, after the value x[0]; how many there are in all.
  constexpr int read_parameters(int (&x)[3], int dimension);
};

constexpr void tflite_import::read() {
  if (failed()) return;
  if (maximum(file.inputs.count, file.outputs.count) > most_ends) {
    file.refuse(file.inputs.at, {.refuse = error::tflite_the_model_has_too_many_inputs_or_outputs,
                                 .message = "the model has more than 32 inputs or outputs"});
    return;
  }
  mark_needed();
  file.place = {};
  for (int i = 0; i < file.inputs.count && !failed(); ++i) {
    const int t = file.inputs.number<std::int32_t>(i);
    inputs[i] = write(t, describe_output(t), -1);
    if (!failed() && !room().needed[t]) {
      file.refuse(file.inputs.at, {.refuse = error::an_input_of_the_graph_is_never_read,
                                   .message = "input {} of the graph is never read", .have = i});
    }
  }
  g.size.inputs = file.inputs.count;
  for (int i = 0; i < file.operators.count && !failed(); ++i) read_operator(i);
  file.place = failed() ? file.place : tflite_place{};
  for (int i = 0; i < file.outputs.count && !failed(); ++i) {
    const int t = file.outputs.number<std::int32_t>(i);
    outputs[i] = read(t);
    if (!failed() && g.values[outputs[i]].producer < 0) {
      file.refuse(file.outputs.at,
                  {.refuse = error::tflite_an_output_is_not_made_by_an_operator,
                   .message = "output {} is not made by an operator", .have = i});
    }
  }
  g.size.outputs = file.outputs.count;
  if (!failed() && (file.outputs.count < 1 || file.inputs.count < 1)) {
    file.refuse(file.outputs.at, {.refuse = error::tflite_the_model_has_no_input_or_no_output,
                                  .message = "the model has no input or no output"});
  }
}

/// Operators stand in an order in which they can run: one way back finds what is read.
constexpr void tflite_import::mark_needed() {
  auto mark = [&](flatbuffer::vector list) {
    for (int i = 0; i < list.count && !failed(); ++i) {
      const int t = list.number<std::int32_t>(i);
      if (t >= 0 && t < file.tensors.count) room().needed[t] = true;
    }
  };
  mark(file.outputs);
  for (int i = file.operators.count - 1; i >= 0 && !failed(); --i) {
    const flatbuffer::table op = file.operation(i);
    const flatbuffer::vector made = op.list(tflite::operator_field::outputs, 4);
    bool used = false;
    for (int o = 0; o < made.count && !failed(); ++o) {
      const int t = made.number<std::int32_t>(o);
      used |= t >= 0 && t < file.tensors.count && room().needed[t];
    }
    if (used) mark(op.list(tflite::operator_field::inputs, 4));
  }
}

}  // namespace etch::inline ETCH_ABI
