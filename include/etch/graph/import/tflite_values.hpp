// Tensors of a .tflite file as values of a graph: constants, biases, state and names.
#pragma once

#include <etch/graph/import/tflite_formats.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_the_scales_belong_to_another_dimension(long /*dimension*/, long /*wanted*/) {}
inline void tflite_an_int16_layer_without_a_bias_has_up_to_4096_channels(long /*channels*/, long) {}
inline void tflite_the_tensor_is_not_a_constant(long, long) {}
inline void tflite_the_constant_has_another_number_of_bytes(long /*bytes*/, long /*wanted*/) {}
inline void tflite_the_operator_reads_what_nothing_has_written(long /*input*/, long) {}
inline void tflite_two_operators_write_one_tensor(long, long) {}
inline void tflite_the_state_is_not_a_variable_of_one_operator(long, long) {}
}  // namespace error

/// The values of a graph under construction from a file.
class tflite_values : public tflite_formats {
 public:
  builder graph{};
  int name_letters = 0;
  int code_bytes = 0;

  constexpr tflite_values(const unsigned char* bytes, int size, int steps, const tflite_room& room)
      : tflite_formats(bytes, size, steps, room),
        graph{.values = room.values, .nodes = room.nodes, .capacity = room.capacity} {
    for (int t = 0; t < file.tensors.count; ++t) {
      room_.value_of[t] = no_value::yet;
      room_.needed[t] = false;
      room_.integers_of[t] = -1;
      room_.blocks_of[t] = {};
    }
  }

  /// The value of tensor t, which an operator reads: a constant, or the output of an earlier one.
  constexpr int read(int t) {
    const tflite_tensor is = file.tensor(t);
    if (is.scales.count > 1 && is.may_be_scaled()) refuse_channels(is);
    return read(t, is);
  }
  /// The integers of tensor t, if they are known: a constant of INT32 or INT64, or folded.
  constexpr known_integers integers(int t) {
    known_integers found;
    if (failed() || !file.has_tensor(t)) return found;
    const int first = room_.integers_of[t];
    if (first >= 0) {
      found.count = load<std::int32_t>(room_.code_pool + first, 0);
      for (int i = 0; i < found.count; ++i) {
        found.at[i] = load<std::int32_t>(room_.code_pool + first, 1 + i);
      }
      return found;
    }
    const tflite_tensor is = file.shapeless_tensor(t);
    const bool wide = is.is(tflite_schema::tensor_type::int64);
    const int width = wide ? 8 : 4;
    if (failed() || !is.is_constant() || !(wide || counts(is))) return found;
    if (is.data.count % width != 0 || is.data.count > width * known_integers::most) return found;
    found.count = 0;
    for (int i = 0; i < is.data.count / width; ++i) {
      found.add(wide ? file.source.read<std::int64_t>(is.data.at + 8 * i)
                     : file.source.read<std::int32_t>(is.data.at + 4 * i));
    }
    return found;
  }
  /// Gives tensor t these integers, which are known now.
  constexpr void know(int t, const known_integers& numbers) {
    room_.integers_of[t] = code_bytes;
    keep(numbers.count);
    for (int i = 0; i < numbers.count; ++i) keep(numbers.at[i]);
  }
  /// The value of bias t, a constant or DEQUANTIZE of one. The unit of an integer bias is scale of
  /// x times scale of weights; its own scales, if it has any, must agree.
  constexpr int read_bias(int t, const format& x, const format& weights) {
    if (is_decoded(t)) return room_.value_of[t];
    const tflite_tensor is = constant(t);
    if (failed() || !is.may_be_bias()) return read(t);
    check_scales_of_bias(is, x, weights);
    const int known = room_.value_of[t];
    if (known >= 0 && is_accumulator(graph.values[known].is.number)) return known;
    const bool wide = is.is(tflite_schema::tensor_type::int64);
    return add_constant(t, is, wide ? bias64::descriptor : bias32::descriptor);
  }
  /// The value of weights t; scales for each channel must belong to `dimension`.
  constexpr int read_weights(int t, int dimension) {
    if (is_decoded(t)) return room_.value_of[t];
    const tflite_tensor is = constant(t);
    if (is.scales.count > 1 && is.scaled_dimension != dimension) {
      file.refuse(is.at, {.refuse = error::tflite_the_scales_belong_to_another_dimension,
                          .message = "the scales belong to dimension {}, not {}",
                          .have = is.scaled_dimension,
                          .want = dimension});
    }
    return read(t, is);
  }
  /// Whether t is the output of a DEQUANTIZE of a float16 constant and shares its value.
  constexpr bool is_decoded(int t) const {
    if (failed() || !file.has_tensor(t) || room_.value_of[t] < 0) return false;
    const operand& is = graph.values[room_.value_of[t]].is;
    return is.is_constant && is.number == f16::descriptor;
  }
  /// Makes tensor `to` another name of float16 constant `from`. Returns false if `from` is not such
  /// a constant or has another shape.
  constexpr bool decode(int from, int to) {
    const tflite_tensor is = file.tensor(from), as = file.tensor(to);
    if (failed() || !is.is_constant() || !is.is(tflite_schema::tensor_type::float16)) return false;
    if (!(is.shape == as.shape) || room_.value_of[to] >= 0 || as.is_constant()) return false;
    room_.value_of[to] = read(from, is);
    return true;
  }
  /// A zero bias of 64 bits: with it an int16 layer without a bias accumulates in 64 bits.
  constexpr int no_bias(int channels) {
    const extents one{1, {channels}};
    if (channels > zero_biases.most) {
      file.refuse(file.operators.at,
                  {.refuse = error::tflite_an_int16_layer_without_a_bias_has_up_to_4096_channels,
                   .message = "an int16 layer without a bias has up to 4096 channels, not {}",
                   .have = channels});
      return 0;
    }
    return graph.add(
        value{.is = {bias64::descriptor, one, &layout_id<ohwi>, true}, .bytes = zero_biases.byte});
  }
  /// The number 0 of a format of at most 8 bytes.
  constexpr int zero_of(const format& f) {
    if (failed()) return 0;
    return graph.add(value{.is = {f, {1, {1}}, &layout_id<ohwi>, true}, .bytes = zero_biases.byte});
  }
  /// Refuses tensor t if its type is INT32 and it has no scale.
  constexpr void needs_scale(int t) {
    const tflite_tensor is = file.tensor(t);
    if (!failed() && counts(is)) refuse_scale(is);
  }
  /// The state of variable tensor t: it keeps its codes from run to run, starts as real 0 and
  /// belongs to one operator.
  constexpr int read_state(int t) {
    const tflite_tensor is = file.tensor(t);
    if (!failed() && (!is.is_variable || is.is_constant() || room_.value_of[t] >= 0)) {
      file.refuse(is.at, {.refuse = error::tflite_the_state_is_not_a_variable_of_one_operator,
                          .message = "the state is not a variable of one operator"});
    }
    const int v = add_state(t, {value_format(is), is.shape, &layout_id<hwc>}, {});
    if (failed()) return 0;
    room_.value_of[t] = v;
    return v;
  }
  /// A state like tensor t, which begins as these bytes or, without any, as real 0.
  constexpr int add_state(int t, const operand& is, const flatbuffer::vector& first) {
    const long long bytes = static_cast<long long>(is.shape.size()) * is.number.bits / 8;
    if (!failed() && first.count != 0 && first.count != bytes) {
      file.refuse(first.at, {.refuse = error::tflite_the_constant_has_another_number_of_bytes,
                             .message = "the constant has {} bytes, its shape needs {}",
                             .have = first.count,
                             .want = static_cast<long>(bytes)});
    }
    if (failed()) return 0;
    value state{.is = is, .name = name(t), .lives = lifetime::always};
    if (first.count > 0) state.bytes = file.source.bytes() + first.at;
    return graph.add(state);
  }
  /// Tensor t, which must be a constant.
  constexpr tflite_tensor constant(int t) {
    const tflite_tensor is = file.tensor(t);
    if (!failed() && !is.is_constant()) {
      file.refuse(is.at, {.refuse = error::tflite_the_tensor_is_not_a_constant,
                          .message = "the tensor is not a constant"});
    }
    return is;
  }
  /// Format and shape of tensor t, an input of the graph or the output of an operator.
  constexpr operand describe_output(int t) {
    const tflite_tensor is = file.tensor(t);
    return {value_format(is), is.shape, &layout_id<hwc>};
  }
  /// Adds the value of tensor t, the output of node `producer` or, with -1, an input.
  constexpr int write(int t, const operand& is, int producer) {
    if (failed()) return 0;
    if (room_.value_of[t] >= 0 || file.tensor(t).is_constant()) {
      file.refuse(file.tensor_table(t).at, {.refuse = error::tflite_two_operators_write_one_tensor,
                                            .message = "two operators write one tensor"});
      return 0;
    }
    const int v = graph.add(value{.is = is, .producer = producer, .name = name(t)});
    room_.value_of[t] = v;
    return v;
  }

 private:
  constexpr int read(int t, const tflite_tensor& is) {
    if (failed()) return 0;
    const int known = room_.value_of[t];
    // a tensor that one layer reads as its bias may be a value for another operator
    if (known >= 0 && !is_accumulator(graph.values[known].is.number)) return known;
    if (is.is_constant()) return add_constant(t, is, constant_format(is));
    if (room_.integers_of[t] >= 0) return add_integers(t, is);
    file.refuse(is.at, {.refuse = error::tflite_the_operator_reads_what_nothing_has_written,
                        .message = "the operator reads tensor {}, which nothing has written",
                        .have = t});
    return 0;
  }

  constexpr int add_constant(int t, const tflite_tensor& is, const format& f) {
    if (failed()) return 0;
    const long long bytes = static_cast<long long>(is.shape.size()) * f.bits / 8;
    if (is.data.count != bytes) {
      file.refuse(is.data.at, {.refuse = error::tflite_the_constant_has_another_number_of_bytes,
                               .message = "the constant has {} bytes, its shape needs {}",
                               .have = is.data.count,
                               .want = static_cast<long>(bytes)});
      return 0;
    }
    const int v = graph.add(value{.is = {f, is.shape, &layout_id<ohwi>, true},
                                  .bytes = file.source.bytes() + is.data.at});
    room_.value_of[t] = v;
    return v;
  }
  /// Appends a number to the pool of codes.
  constexpr void keep(std::int32_t number) {
    for (int i = 0; i < 4 && room_.codes != nullptr; ++i) {
      room_.codes[code_bytes + i] =
          static_cast<unsigned char>(static_cast<std::uint32_t>(number) >> 8 * i);
    }
    code_bytes += 4;
  }
  /// The value of tensor t, whose integers are known.
  constexpr int add_integers(int t, const tflite_tensor& is) {
    if (!is.is(tflite_schema::tensor_type::int32)) file.refuse(is.at, wrong_type(is));
    if (failed()) return 0;
    const int first = room_.integers_of[t];
    const int count = load<std::int32_t>(room_.code_pool + first, 0);
    const extents shape = is.shape.size() == count ? is.shape : extents{1, {count}};
    const int v = graph.add(value{.is = {index_format, shape, &layout_id<ohwi>, true},
                                  .bytes = room_.code_pool + first + 4});
    room_.value_of[t] = v;
    return v;
  }
  constexpr const char* name(int t) {
    const flatbuffer::vector letters = file.tensor_name(t);
    if (failed() || letters.count == 0) return "";
    const int first = name_letters;
    name_letters += letters.count + 1;
    if (room_.names != nullptr) {
      for (int i = 0; i < letters.count; ++i) {
        room_.names[first + i] = static_cast<char>(file.source.bytes()[letters.at + i]);
      }
      room_.names[first + letters.count] = '\0';
    }
    return room_.name_pool + first;
  }
};

}  // namespace ETCH_NAMESPACE
