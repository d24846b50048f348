// Tensors of a .tflite file as values of a graph: number formats, scales and zero points,
// constants, biases, state and names.
#pragma once

#include <etch/graph/builder.hpp>
#include <etch/graph/import/tflite_room.hpp>
#include <etch/op/compare.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_tensors_of_this_type_are_not_supported_here(long /*type*/, long) {}
inline void tflite_the_integer_tensor_has_no_scale(long, long) {}
inline void tflite_a_scale_is_not_a_number_between_0_and_1e18(long /*channel*/, long) {}
inline void tflite_the_zero_point_is_not_a_code_of_the_tensor(long /*zero*/, long) {}
inline void tflite_scales_and_zero_points_differ_in_number(long /*scales*/, long /*zeros*/) {}
inline void tflite_a_value_has_one_scale_not_one_for_each_channel(long /*scales*/, long) {}
inline void tflite_int16_and_int32_tensors_have_zero_point_0(long /*zero*/, long) {}
inline void tflite_weights_with_channel_scales_have_zero_points_0(long /*channel*/, long) {}
inline void tflite_a_bias_has_the_scale_of_the_value_times_that_of_the_weights(long /*channel*/,
                                                                               long) {}
inline void tflite_a_bias_has_no_scale_one_or_one_for_each_channel(long /*scales*/,
                                                                   long /*channels*/) {}
inline void tflite_the_scales_belong_to_another_dimension(long /*dimension*/, long /*wanted*/) {}
inline void tflite_an_int16_layer_without_a_bias_has_up_to_4096_channels(long /*channels*/, long) {}
inline void tflite_the_tensor_is_not_a_constant(long, long) {}
inline void tflite_the_constant_has_another_number_of_bytes(long /*bytes*/, long /*wanted*/) {}
inline void tflite_the_operator_reads_what_nothing_has_written(long /*input*/, long) {}
inline void tflite_two_operators_write_one_tensor(long, long) {}
inline void tflite_the_state_is_not_a_variable_of_one_operator(long, long) {}
}  // namespace error

/// The values of a graph under construction from a file.
class tflite_values {
 public:
  tflite_file file;
  builder graph{};
  int scale_count = 0;
  int name_letters = 0;
  int code_bytes = 0;

  constexpr tflite_values(const unsigned char* bytes, int size, int steps, const tflite_room& room)
      : file(bytes, size, steps),
        graph{.values = room.values, .nodes = room.nodes, .capacity = room.capacity},
        room_(room) {
    for (int t = 0; t < file.tensors.count; ++t) {
      room_.value_of[t] = tflite_no_value::yet;
      room_.needed[t] = false;
      room_.integers_of[t] = -1;
      room_.blocks_of[t] = {};
    }
  }

  constexpr bool failed() const { return file.failed(); }
  constexpr const tflite_room& room() const { return room_; }

  /// The value of tensor t, which an operator reads: a constant, or the output of an earlier one.
  constexpr int read(int t) {
    const tflite_tensor is = file.tensor(t);
    if (is.scales.count > 1 && is.may_be_scaled()) refuse_channels(is);
    return read(t, is);
  }
  /// The integers of tensor t, if they are known: a constant of INT32 or INT64, or folded.
  constexpr tflite_integers integers(int t) {
    tflite_integers found;
    if (failed() || t < 0 || t >= file.tensors.count) return found;
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
    if (is.data.count % width != 0 || is.data.count > width * tflite_integers::most) return found;
    found.count = 0;
    for (int i = 0; i < is.data.count / width; ++i) {
      found.add(wide ? file.source.read<std::int64_t>(is.data.at + 8 * i)
                     : file.source.read<std::int32_t>(is.data.at + 4 * i));
    }
    return found;
  }
  /// Gives tensor t these integers, which are known now.
  constexpr void know(int t, const tflite_integers& numbers) {
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
    if (failed() || t < 0 || t >= file.tensors.count || room_.value_of[t] < 0) return false;
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
    const format f = value_format(is);
    if (failed()) return 0;
    const int v = graph.add(
        value{.is = {f, is.shape, &layout_id<hwc>}, .name = name(t), .lives = lifetime::always});
    room_.value_of[t] = v;
    return v;
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
  tflite_room room_;

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

  constexpr diagnosis wrong_type(const tflite_tensor& is) const {
    return {.refuse = error::tflite_tensors_of_this_type_are_not_supported_here,
            .message = "tensors of this type are not supported here",
            .have = is.type};
  }
  constexpr void refuse_channels(const tflite_tensor& is) {
    file.refuse(is.at, {.refuse = error::tflite_a_value_has_one_scale_not_one_for_each_channel,
                        .message = "a value has one scale, not {}, one for each channel",
                        .have = is.scales.count});
  }
  constexpr void refuse_scale(const tflite_tensor& is) {
    file.refuse(is.at, {.refuse = error::tflite_the_integer_tensor_has_no_scale,
                        .message = "the integer tensor has no scale"});
  }
  constexpr double scale(const tflite_tensor& is, int channel) {
    const auto s = is.scales.number<float>(channel);
    if (s > 0 && s <= 1e18F) return static_cast<double>(s);
    file.refuse(is.scales.at + 4 * channel,
                {.refuse = error::tflite_a_scale_is_not_a_number_between_0_and_1e18,
                 .message = "scale {} is not a number between 0 and 1e18",
                 .have = channel});
    return 1;
  }
  constexpr std::int64_t zero(const tflite_tensor& is, int channel) {
    if (is.zeros.count == 0) return 0;
    return is.zeros.number<std::int64_t>(is.zeros.count == 1 ? 0 : channel);
  }
  /// Whether an INT32 tensor holds plain integers: the file gives no scale, or scale 0.
  constexpr bool counts(const tflite_tensor& is) {
    return is.is(tflite_schema::tensor_type::int32) &&
           (is.scales.count < 1 || (is.scales.count == 1 && is.scales.number<float>(0) == 0));
  }
  constexpr void check_zero_point_0(const tflite_tensor& is) {
    for (int c = 0; c < is.zeros.count && file.source.spend(1); ++c) {
      const auto code = is.zeros.number<std::int64_t>(c);
      if (code == 0 || failed()) continue;
      file.refuse(is.zeros.at + 8 * c,
                  {.refuse = error::tflite_int16_and_int32_tensors_have_zero_point_0,
                   .message = "INT16, INT32 and INT64 tensors have zero point 0, not {}",
                   .have = static_cast<long>(clamp<std::int64_t>(code, INT32_MIN, INT32_MAX))});
    }
  }
  /// Refuses scales of a bias that differ from those of the products by more than 1 %.
  constexpr void check_scales_of_bias(const tflite_tensor& is, const format& x, const format& w) {
    check_zero_point_0(is);
    const int count = is.scales.count;
    if (failed() || is_real(x) || count == 0) return;
    if (count != 1 && (count != is.shape.size() || is.scaled_dimension != 0)) {
      file.refuse(is.at, {.refuse = error::tflite_a_bias_has_no_scale_one_or_one_for_each_channel,
                          .message = "a bias of {} numbers has no scale, one, or one for each "
                                     "channel, not {}",
                          .have = is.shape.size(),
                          .want = count});
      return;
    }
    const int channels = maximum(count, w.channels);
    if (!file.source.spend(channels)) return;
    for (int c = 0; c < channels; ++c) {
      const int k = count == 1 ? 0 : c;
      const auto given = static_cast<double>(is.scales.number<float>(k));
      const double product = x.unit() * w.unit(w.channels > 0 ? c : 0);
      if (given >= 0.99 * product && given <= 1.01 * product) continue;
      file.refuse(
          is.scales.at + 4 * k,
          {.refuse = error::tflite_a_bias_has_the_scale_of_the_value_times_that_of_the_weights,
           .message = "the scale of bias {} is not that of the value times that of the weights",
           .have = c});
      return;
    }
  }
  /// The format of an int8, int16, int32 or uint8 tensor with one scale.
  constexpr format affine_format(const tflite_tensor& is) {
    if (is.scales.count < 1) {
      refuse_scale(is);
      return {};
    }
    if (is.zeros.count > 1 && is.zeros.count != is.scales.count) {
      file.refuse(is.at, {.refuse = error::tflite_scales_and_zero_points_differ_in_number,
                          .message = "the tensor has {} scales and {} zero points",
                          .have = is.scales.count,
                          .want = is.zeros.count});
    }
    const bool positive = is.is(tflite_schema::tensor_type::uint8);
    const int bits = is.is(tflite_schema::tensor_type::int32)   ? 32
                     : is.is(tflite_schema::tensor_type::int16) ? 16
                                                                : 8;
    if (bits > 8) check_zero_point_0(is);
    const std::int64_t code = zero(is, 0), low = positive ? 0 : -128;
    if (code < low || code > low + 255) {
      file.refuse(is.zeros.at, {.refuse = error::tflite_the_zero_point_is_not_a_code_of_the_tensor,
                                .message = "the zero point is not a code of the tensor"});
    }
    return {.kind = positive ? &format_id<unsigned_affine_kind> : &format_id<affine_kind>,
            .bits = bits,
            .scale = scale(is, 0),
            .zero = failed() ? 0 : static_cast<int>(code)};
  }
  constexpr format value_format(const tflite_tensor& is) {
    if (failed()) return {};
    if (is.is(tflite_schema::tensor_type::float32)) return f32::descriptor;
    if (is.is(tflite_schema::tensor_type::boolean)) return truth::descriptor;
    if (counts(is)) {
      check_zero_point_0(is);
      return index_format;
    }
    if (!is.may_be_scaled()) {
      file.refuse(is.at, wrong_type(is));
      return {};
    }
    if (is.scales.count > 1) refuse_channels(is);
    return affine_format(is);
  }
  /// The format of weights with a scale for each channel.
  constexpr format channel_format(const tflite_tensor& is) {
    format f = affine_format(is);
    if (failed() || !file.source.spend(is.scales.count)) return {};
    for (int c = 0; c < is.scales.count; ++c) {
      const double s = scale(is, c);
      if (room_.scales != nullptr) room_.scales[scale_count + c] = s;
      if (zero(is, c) == 0 || failed()) continue;
      file.refuse(is.zeros.at,
                  {.refuse = error::tflite_weights_with_channel_scales_have_zero_points_0,
                   .message = "the weights of channel {} have a zero point",
                   .have = c});
    }
    f.scale = 1;
    f.channel_scale = room_.scale_pool + scale_count;
    f.channels = is.scales.count;
    scale_count += is.scales.count;
    return f;
  }

  constexpr format constant_format(const tflite_tensor& is) {
    if (is.is(tflite_schema::tensor_type::float16)) return f16::descriptor;
    if (is.is(tflite_schema::tensor_type::int8) && is.scales.count > 1) return channel_format(is);
    return value_format(is);
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
