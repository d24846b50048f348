// What a node of an .onnx file is given beside values: its attributes, and its inputs that are
// constants.
#pragma once

#include <etch/graph/import/onnx_quantised.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_the_node_has_another_number_of_inputs(long /*inputs*/, long /*most*/) {}
inline void onnx_the_node_has_more_outputs_than_are_supported(long /*outputs*/, long /*most*/) {}
inline void onnx_the_input_is_not_a_constant(long /*input*/, long) {}
inline void onnx_the_input_is_left_out(long /*input*/, long) {}
inline void onnx_the_input_is_a_list_of_few_integers(long /*input*/, long /*most*/) {}
inline void onnx_there_is_no_such_axis(long /*axis*/, long /*dimensions*/) {}
inline void onnx_an_attribute_is_out_of_range(long /*number*/, long /*most*/) {}
}  // namespace error

/// Numbers of a constant, a few.
struct known_reals {
  static constexpr int most = 16;
  int count = -1;  ///< -1: they are left out
  float at[most]{};
  constexpr explicit operator bool() const { return count >= 0; }
};

/// The node that is being imported: its attributes and constants.
class onnx_arguments : public onnx_quantised {
 public:
  using onnx_quantised::onnx_quantised;

  /// Whether the node has `least` to `most` inputs and up to `outputs_read` outputs that somebody
  /// reads; refuses it if not.
  constexpr bool has(int least, int most, int outputs_read = 1) {
    if (inputs() < least || inputs() > most) {
      refuse({.refuse = error::onnx_the_node_has_another_number_of_inputs,
              .message = "the node has {} inputs, at most {} are possible",
              .have = inputs(),
              .want = most});
    }
    for (int k = outputs_read; k < outputs(); ++k) {
      if (output(k) < 0 || !room().needed[output(k)]) continue;
      refuse({.refuse = error::onnx_the_node_has_more_outputs_than_are_supported,
              .message = "output {} of the node is read, {} are supported",
              .have = k,
              .want = outputs_read});
    }
    for (int k = 0; k < least && !failed(); ++k) {
      if (has_input(k)) continue;
      refuse({.refuse = error::onnx_the_input_is_left_out,
              .message = "input {} is left out",
              .have = k});
    }
    return !failed();
  }

  // --- attributes ---

  /// An integer attribute of this range.
  constexpr int integer(const char* name, std::int64_t otherwise, std::int64_t least,
                        std::int64_t most) {
    const onnx_attribute a = file.attribute(index(), name);
    return in_range(a ? a.i : otherwise, least, most);
  }
  constexpr float real(const char* name, float otherwise) {
    const onnx_attribute a = file.attribute(index(), name);
    return a ? a.f : otherwise;
  }
  constexpr int in_range(std::int64_t number, std::int64_t least, std::int64_t most) {
    if (number >= least && number <= most) return static_cast<int>(number);
    constexpr std::int64_t far = 2147483647;
    refuse({.refuse = error::onnx_an_attribute_is_out_of_range,
            .message = number < least ? "an attribute is {}, which is too little"
                                      : "an attribute is {}, at most {} is possible",
            .have = static_cast<long>(clamp(number, -far, far)),
            .want = static_cast<long>(most)});
    return static_cast<int>(least);
  }
  /// The integers of an attribute; none are known where it is left out.
  constexpr known_integers integers(const char* name) {
    const onnx_attribute a = file.attribute(index(), name);
    if (!a) return {};
    known_integers found{0};
    for (int k = 0; k < a.count && k < onnx_attribute::most; ++k) found.add(a.ints[k]);
    if (a.count > onnx_attribute::most || !found) {
      refuse({.refuse = error::onnx_an_attribute_has_more_than_16_numbers,
              .message = "an attribute has {} numbers, or one of more than 32 bits",
              .have = a.count});
      return {};
    }
    return found;
  }

  // --- inputs ---

  /// The numbers of input k, which is a constant.
  constexpr onnx_numbers constant(int k) {
    if (failed()) return {};
    if (!is_constant(input(k))) {
      refuse({.refuse = error::onnx_the_input_is_not_a_constant,
              .message = "input {} is not a constant",
              .have = k});
      return {};
    }
    return numbers(input(k));
  }
  /// The numbers of input k, which is_parameter, as the file has them.
  constexpr onnx_numbers stored(int k) {
    const int t = input(k);
    if (failed() || linear || !is_decoded(t)) return constant(k);
    return numbers(file.input(room().entries[t].decoded_by, 0));
  }
  /// Input k, the weights of a layer, with a scale for each channel along `axis` or with one.
  constexpr onnx_parameter weights(int k, int axis) {
    if (linear) return parameter_of(constant(k), scale_of(k), zero_point_of(k), axis, axis);
    if (!failed() && !is_parameter(input(k))) constant(k);  // refuses it
    return failed() ? onnx_parameter{} : parameter(input(k), axis);
  }
  /// The numbers of input k, a constant, which are decoded if they are codes.
  constexpr onnx_parameter decoded(int k) {
    if (!failed() && !is_parameter(input(k))) constant(k);  // refuses it
    return failed() ? onnx_parameter{} : onnx_quantised::decoded(input(k));
  }
  /// Tensor t, which is_parameter, as the node reads it: codes with one scale, or numbers of f32.
  constexpr onnx_parameter as_read(int t) {
    const bool in_f32 = is_decoded(t) && reads == onnx_reads::numbers;
    return as_read(in_f32 ? onnx_quantised::decoded(t) : parameter(t, -1));
  }
  constexpr onnx_parameter as_read(onnx_parameter p) const {
    if (failed() || !reads_in_f32(p.number)) return p;
    if (is_scaled(p.number)) {
      p.scaling = {.is = onnx_scaling::way::decodes,
                   .unit = p.number.unit(),
                   .zero = p.number.zero + p.flips};
    } else {
      p.scaling = {.is = onnx_scaling::way::widens};
    }
    p.number = f32::descriptor;
    p.flips = 0;
    return p;
  }
  /// The value of input k, the bias of a layer on value x with these weights.
  constexpr int bias(int k, int x, const onnx_parameter& weights) {
    if (linear) return bias_of_codes(constant(k));
    if (!failed() && !is_parameter(input(k))) constant(k);
    return failed() ? 0 : onnx_quantised::bias(input(k), at(x).number, weights.number);
  }
  /// The integers of input k, which are known; of one that is left out none are.
  constexpr known_integers integers_of(int k) {
    if (failed() || !has_input(k)) return {};
    const onnx_known is = known(input(k));
    if (is || failed()) return is.list;
    if (!is_constant(input(k))) {
      constant(k);
      return {};
    }
    refuse({.refuse = error::onnx_the_input_is_a_list_of_few_integers,
            .message = "input {} is no list of up to {} integers",
            .have = k,
            .want = known_integers::most});
    return {};
  }
  /// The only number of input k, a constant of reals.
  constexpr float number_of(int k, float otherwise) {
    if (failed() || !has_input(k)) return otherwise;
    const onnx_numbers from = constant(k);
    if (failed()) return otherwise;
    if (!from.holds_reals() || from.elements != 1) {
      refuse(wrong_type(static_cast<int>(from.type)));
      return otherwise;
    }
    return file.real(from, 0);
  }
  /// The numbers of input k, a constant of few reals; of one that is left out none are known.
  constexpr known_reals reals_of(int k) {
    known_reals found{};
    if (failed() || !has_input(k)) return found;
    const onnx_numbers from = constant(k);
    if (failed()) return found;
    const bool sound = from.holds_reals() && from.elements <= found.most;
    if (!sound) refuse(wrong_type(static_cast<int>(from.type)));
    for (int i = 0; i < from.elements && sound; ++i) found.at[i] = file.real(from, i);
    found.count = sound ? from.elements : -1;
    return found;
  }
  /// Axis of a value with `rank` dimensions, counted from 0; a negative one counts from the end.
  constexpr int axis_of(std::int64_t axis, int rank) {
    const std::int64_t k = axis < 0 ? axis + rank : axis;
    if (k >= 0 && k < rank) return static_cast<int>(k);
    refuse({.refuse = error::onnx_there_is_no_such_axis,
            .message = "there is no axis {}, the value has {} dimensions",
            .have = static_cast<long>(axis),
            .want = rank});
    return 0;
  }
};

}  // namespace ETCH_NAMESPACE
