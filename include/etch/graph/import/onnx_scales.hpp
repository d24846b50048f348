// Scales and zero points of an .onnx file: the format of a value that holds codes, and constants of
// codes. Codes of uint8 are kept as int8, 128 less in code and zero point, but for inputs and
// outputs.
#pragma once

#include <etch/graph/import/onnx_scale_numbers.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_codes_are_of_type_INT8_or_UINT8(long /*type*/, long) {}
inline void onnx_a_value_has_one_scale(long /*scales*/, long) {}
inline void onnx_scales_for_blocks_are_not_supported(long /*size*/, long) {}
inline void onnx_the_scales_belong_to_another_axis(long /*axis*/, long /*wanted*/) {}
inline void onnx_a_bias_has_type_INT32_and_zero_point_0(long /*type*/, long /*zero*/) {}
inline void onnx_a_bias_has_the_scale_of_the_value_times_that_of_the_weights(long /*channel*/,
                                                                             long) {}
}  // namespace error

/// The values of a graph under construction from a file, and the formats that scales and zero
/// points give them.
class onnx_scales : public onnx_scale_numbers {
 public:
  using onnx_scale_numbers::onnx_scale_numbers;

  // --- formats ---

  static constexpr bool are_codes(onnx_schema::element type) {
    return type == onnx_schema::element::int8 || type == onnx_schema::element::uint8;
  }
  /// Whether an operator only moves what it reads, be it numbers or codes.
  static constexpr bool moves(onnx_schema::op code) {
    using onnx_schema::op;
    switch (code) {
      case op::depth_to_space:
      case op::dropout:
      case op::expand:
      case op::flatten:
      case op::gather:
      case op::identity:
      case op::reshape:
      case op::slice:
      case op::space_to_depth:
      case op::squeeze:
      case op::tile:
      case op::transpose:
      case op::unsqueeze: return true;
      default: return false;
    }
  }
  /// Whether an operator makes codes of codes, the same ones in another place.
  static constexpr bool carries(onnx_schema::op code) {
    using onnx_schema::op;
    return moves(code) || code == op::split || code == op::concat || code == op::max_pool ||
           code == op::global_max_pool;
  }
  /// The format of codes of this type with one scale, as values have it.
  static constexpr format format_of_codes(onnx_schema::element type, double scale, int zero) {
    const int less = type == onnx_schema::element::uint8 ? 128 : 0;
    return {.kind = &format_id<affine_kind>, .bits = 8, .scale = scale, .zero = zero - less};
  }
  /// The format of inputs and outputs of the graph, whose codes are those of the file.
  static constexpr format outside(const format& f, onnx_schema::element type) {
    if (type != onnx_schema::element::uint8) return f;
    format y = f;
    y.kind = &format_id<unsigned_affine_kind>;
    y.zero += 128;
    return y;
  }
  /// The type of the codes that tensor `zero` is a zero point of; `otherwise` where it is left out.
  constexpr onnx_schema::element type_of_zero(int zero, onnx_schema::element otherwise) {
    if (zero < 0) return otherwise;
    if (!is_constant(zero)) {
      refuse_zero(0);
      return otherwise;
    }
    return numbers(zero).type;
  }
  /// The format of codes of this type, whose only scale and zero point are these tensors.
  constexpr format format_with(int scale, int zero, onnx_schema::element type) {
    check_type(type);
    const onnx_numbers s = scales(scale), z = zero_points(zero, type, s.elements);
    if (!failed() && s.elements != 1) {
      refuse({.refuse = error::onnx_a_value_has_one_scale,
              .message = "a value has one scale, not {}",
              .have = s.elements});
    }
    if (failed()) return f32::descriptor;
    return format_of_codes(type, this->scale(s, 0), zero_point(z, 0));
  }
  /// The same of node n, a QuantizeLinear or DequantizeLinear.
  constexpr format format_of_node(int n, onnx_schema::element type) {
    refuse_blocks(n);
    return format_with(file.input(n, 1), file.input(n, 2), type);
  }
  /// The type of the codes that node n, a QuantizeLinear, makes.
  constexpr onnx_schema::element type_made_by(int n) {
    const onnx_attribute given = file.attribute(n, "output_dtype");
    using onnx_schema::element;
    const bool is_given = given && given.i > 0 && given.i < 255;
    return type_of_zero(file.input(n, 2),
                        is_given ? static_cast<element>(given.i) : element::uint8);
  }
  /// The format that the first node from `first` on says which decodes tensor t, an input of the
  /// graph, or what is moved of it; f32 if there is none. Errors name that node.
  constexpr format format_of_input(int t, onnx_schema::element type, int first = 0) {
    using onnx_schema::op;
    for (int n = first; n < file.nodes && !failed(); ++n) {
      const op code = file.node(n).code;
      const onnx_linear by = linear_of(code, file.node(n).inputs);
      if (!file.source.spend(1 + by.operands)) break;
      if (!makes_what_is_needed(n)) continue;
      int scale = -1;
      for (int k = 0; k < by.operands; ++k) {
        if (file.input(n, by.place(k)) == t) scale = by.place(k) + 1;
      }
      if (code == op::dequantize_linear && file.input(n, 0) == t) scale = 1;
      const bool are_integers = code == op::conv_integer || code == op::mat_mul_integer;
      if (scale >= 0 || (are_integers && file.input(n, 0) == t)) {
        enter(n);
        const format f = are_integers
                             ? format_of_codes(type, 1, only_zero_point(file.input(n, 2), type))
                             : format_with(file.input(n, scale), file.input(n, scale + 1), type);
        leave();
        return f;
      }
      for (int k = 0; k < file.node(n).inputs && carries(code); ++k) {
        if (file.input(n, k) != t) continue;
        for (int o = 0; o < file.node(n).outputs; ++o) {
          if (file.output(n, o) < 0) continue;
          const format f = format_of_input(file.output(n, o), type, n + 1);
          if (!is_f32(f)) return f;
        }
        break;
      }
    }
    return f32::descriptor;
  }
  /// The only zero point of integers of this type that tensor t holds; 0 where there is none.
  constexpr int only_zero_point(int t, onnx_schema::element type) {
    const onnx_numbers z = zero_points(t, type, 0);
    if (!is_one(z)) refuse_zeros(z.elements, 1);
    return zero_point(z, 0);
  }

  // --- constants ---

  /// Whether tensor t is a constant, or DequantizeLinear of one.
  constexpr bool is_parameter(int t) const { return is_constant(t) || is_decoded(t); }
  constexpr bool is_decoded(int t) const { return t >= 0 && room().entries[t].decoded_by >= 0; }
  /// The numbers of tensor t, which is_parameter, and their format: codes with a scale for each
  /// channel have them along `axis`.
  constexpr onnx_parameter parameter(int t, int axis) {
    if (failed() || !is_decoded(t)) return undecoded(t);
    const int n = room().entries[t].decoded_by;
    const onnx_attribute along = file.attribute(n, "axis");
    refuse_blocks(n);
    return parameter_of(numbers(file.input(n, 0)), file.input(n, 1), file.input(n, 2),
                        along ? along.i : 1, axis);
  }
  /// The numbers of tensor t, which is_parameter; codes are decoded, with a scale for each channel
  /// of any dimension or with one.
  constexpr onnx_parameter decoded(int t) {
    if (failed() || !is_decoded(t)) return undecoded(t);
    const int n = room().entries[t].decoded_by;
    refuse_blocks(n);
    onnx_parameter p{.is = numbers(file.input(n, 0)), .number = f32::descriptor};
    const onnx_numbers& codes = p.is;
    if (codes.type != onnx_schema::element::int32) check_type(codes.type);
    const onnx_numbers s = scales(file.input(n, 1));
    const onnx_numbers z = zero_points(file.input(n, 2), codes.type, s.elements);
    p.scaling = {.is = onnx_scaling::way::decodes, .zero = zero_point(z, 0)};
    if (failed() || s.elements == 1) {
      p.scaling.unit = scale(s, 0);
      return p;
    }
    const onnx_attribute along = file.attribute(n, "axis");
    const std::int64_t axis = along ? along.i : 1;
    const std::int64_t counted = axis < 0 ? axis + codes.shape.rank : axis;
    if (counted < 0 || counted >= codes.shape.rank || codes.shape.d[counted] != s.elements) {
      refuse_axis(counted, 0);
      return p;
    }
    p.scaling.units = units_of(file.input(n, 1), s);
    if (!is_one(z)) p.scaling.zeros = zeros_of(file.input(n, 2), z);
    count_channels(p, static_cast<int>(counted), s.elements);
    return p;
  }
  /// Numbers `first`, first + 1, ... of a constant, as many as `shape` has.
  constexpr onnx_parameter part_of(onnx_parameter from, int first, const extents& shape) {
    from.is = onnx_values::part_of(from.is, first, shape);
    from.scaling.first += first;
    return from;
  }
  using onnx_values::part_of;
  /// Codes with these scales and zero points, one or one for each channel along `along`, which has
  /// to be `axis`.
  constexpr onnx_parameter parameter_of(const onnx_numbers& codes, int scale, int zero,
                                        std::int64_t along, int axis) {
    check_type(codes.type);
    const onnx_numbers s = scales(scale), z = zero_points(zero, codes.type, s.elements);
    if (failed()) return {codes, f32::descriptor};
    const int flips = codes.type == onnx_schema::element::uint8 ? 128 : 0;
    if (s.elements == 1) {
      return {codes, format_of_codes(codes.type, this->scale(s, 0), zero_point(z, 0)), flips};
    }
    const std::int64_t counted = along < 0 ? along + codes.shape.rank : along;
    if (counted != axis) refuse_axis(counted, axis);
    onnx_parameter p{codes, format_of_channels(codes.type, scale, s, z), flips};
    if (!failed() && !is_one(z)) lessen(p, zero, z, axis);
    return p;
  }
  /// Integers, codes of unit 1, with these zero points, one or one for each channel along `axis`.
  constexpr onnx_parameter integers_with(const onnx_numbers& codes, int zero, int axis) {
    check_type(codes.type);
    const onnx_numbers z = zero_points(zero, codes.type, 0);
    if (failed()) return {codes, f32::descriptor};
    onnx_parameter p{codes, format_of_codes(codes.type, 1, zero_point(z, 0)),
                     codes.type == onnx_schema::element::uint8 ? 128 : 0};
    if (is_one(z)) return p;
    if (axis >= codes.shape.rank || z.elements != codes.shape.d[axis]) {
      refuse_zeros(z.elements, axis < codes.shape.rank ? codes.shape.d[axis] : 1);
      return p;
    }
    lessen(p, zero, z, axis);
    return p;
  }
  /// The value of tensor t as the bias of a layer on x with weights of format w: codes in units of
  /// both scales, to which numbers are rounded; or numbers where the layer computes in f32.
  constexpr int bias(int t, const format& x, const format& w) {
    if (!is_decoded(t)) {
      onnx_parameter p = undecoded(t);
      if (failed() || !is_scaled(x) || !is_f32(p.number)) return list_of(p);
      p.number = bias32::descriptor;
      p.scaling = {.is = onnx_scaling::way::encodes, .unit = x.unit(), .channels = w.channels};
      if (w.channels == 0) p.scaling.unit *= w.unit();
      else p.scaling.units = static_cast<int>(&w.channel_scale[0] - room().scale_pool);
      return list_of(p);
    }
    const int n = room().entries[t].decoded_by;
    const onnx_numbers codes = numbers(file.input(n, 0)), s = scales(file.input(n, 1));
    const onnx_numbers z = failed() ? onnx_numbers{} : zero_points(file.input(n, 2), codes.type, 0);
    for (int c = 0; c < s.elements && !failed(); ++c) {
      const double product = x.unit() * w.unit(w.channels > 0 && c < w.channels ? c : 0);
      const double given = scale(s, c);
      const bool counts = s.elements == 1 || s.elements == codes.elements;
      constexpr double near = 1e-5;  // products of two floats, rounded once or twice
      if (counts && given >= (1 - near) * product && given <= (1 + near) * product) continue;
      refuse_bias_scale(c);
    }
    // one scale for all channels serves weights that have one
    for (int c = 1; c < w.channels && s.elements == 1 && !failed(); ++c) {
      if (w.unit(c) != w.unit(0)) refuse_bias_scale(c);
    }
    return bias_of_codes(codes, failed() || z.elements == 0 ? 0 : zero_point(z, 0));
  }
  /// The value of a bias in units of the scales of value and weights.
  constexpr int bias_of_codes(const onnx_numbers& codes, int zero = 0) {
    if (!failed() && (codes.type != onnx_schema::element::int32 || zero != 0)) {
      refuse({.refuse = error::onnx_a_bias_has_type_INT32_and_zero_point_0,
              .message = "a bias has type INT32 and zero point 0, not type {} and {}",
              .have = static_cast<long>(codes.type),
              .want = zero});
    }
    return list_of({codes, bias32::descriptor});
  }

  constexpr void check_type(onnx_schema::element type) {
    if (failed() || are_codes(type)) return;
    refuse({.refuse = error::onnx_codes_are_of_type_INT8_or_UINT8,
            .message = "codes are of type INT8 or UINT8, not {}",
            .have = static_cast<long>(type)});
  }

  /// A constant in one dimension.
  constexpr int list_of(const onnx_parameter& p) {
    const int n = p.is.elements;
    return failed() ? 0 : permuted(p, {1, {n}}, {1}, {1, {n}});
  }

 private:
  /// The numbers of tensor t, a constant; codes that a Cast makes f32 are those numbers.
  constexpr onnx_parameter undecoded(int t) {
    if (failed()) return {};
    const onnx_numbers is = numbers(t);
    if (!room().entries[t].is_cast || !are_codes(is.type)) return as_they_are(is);
    return {.is = is, .number = f32::descriptor, .scaling = {.is = onnx_scaling::way::decodes}};
  }
  /// Refuses node n, a QuantizeLinear or DequantizeLinear, if it has scales for blocks.
  constexpr void refuse_blocks(int n) {
    const onnx_attribute block = file.attribute(n, "block_size");
    const std::int64_t size = block ? block.i : 0;
    if (size == 0) return;
    refuse({.refuse = error::onnx_scales_for_blocks_are_not_supported,
            .message = "scales for blocks of {} are not supported",
            .have = static_cast<long>(clamp<std::int64_t>(size, -99, 65536))});
  }
  /// Whether an output of the graph depends on node n.
  constexpr bool makes_what_is_needed(int n) const {
    for (int o = 0; o < file.node(n).outputs; ++o) {
      if (file.output(n, o) >= 0 && room().needed[file.output(n, o)]) return true;
    }
    return false;
  }
  constexpr void refuse_axis(std::int64_t axis, int wanted) {
    refuse({.refuse = error::onnx_the_scales_belong_to_another_axis,
            .message = "the scales belong to axis {}, not {}",
            .have = static_cast<long>(clamp<std::int64_t>(axis, -99, 99)),
            .want = wanted});
  }
  constexpr void refuse_bias_scale(int c) {
    refuse({.refuse = error::onnx_a_bias_has_the_scale_of_the_value_times_that_of_the_weights,
            .message = "the scale of bias {} is not that of the value times that of the weights",
            .have = c});
  }
  /// Gives p, whose scaling differs along dimension `axis`, so many channels.
  static constexpr void count_channels(onnx_parameter& p, int axis, int channels) {
    p.scaling.channels = channels;
    for (int k = axis + 1; k < p.is.shape.rank; ++k) p.scaling.inner *= p.is.shape.d[k];
  }
  /// Makes p, codes whose zero points z differ along `axis`, what is left of them without these:
  /// codes of 9 bits, with the zero point 0.
  constexpr void lessen(onnx_parameter& p, int zero, const onnx_numbers& z, int axis) {
    p.number.bits = 9;
    p.number.zero = p.flips = 0;
    p.scaling = {.is = onnx_scaling::way::lessens, .zeros = zeros_of(zero, z)};
    count_channels(p, axis, z.elements);
  }
  /// The format of weights with scales s, which tensor `scale` holds.
  constexpr format format_of_channels(onnx_schema::element type, int scale, const onnx_numbers& s,
                                      const onnx_numbers& z) {
    const int first = units_of(scale, s);
    if (failed()) return f32::descriptor;
    format f = format_of_codes(type, 1, zero_point(z, 0));
    f.channel_scale = room().scale_pool + first;
    f.channels = s.elements;
    return f;
  }
};

}  // namespace ETCH_NAMESPACE
