// Codes of a node of an .onnx file: what QuantizeLinear and DequantizeLinear around it, or a
// QLinear operator, say of its inputs and its output. A number between the two is the value that
// holds its code; operators that compute in codes read it so, others convert it.
#pragma once

#include <etch/graph/import/onnx_scales.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_the_codes_have_another_scale_or_zero_point_before(long, long) {}
inline void onnx_the_operator_takes_numbers_not_codes(long /*type*/, long) {}
}  // namespace error

/// How a node takes inputs that are quantised.
enum class onnx_reads {
  numbers,    ///< it computes in f32: they are converted
  quantised,  ///< numbers that have codes are those codes
  codes,      ///< the same, and tensors of codes are taken as well
};

/// A graph under construction from an .onnx file, and what the node that is being imported reads
/// and makes.
class onnx_quantised : public onnx_scales {
 public:
  numerics preset = numerics::onnxruntime;
  onnx_linear linear{};                    ///< of the node, if it is a QLinear operator
  onnx_reads reads = onnx_reads::numbers;  ///< how the node takes its inputs

  using onnx_scales::onnx_scales;

  /// Starts the import of node `index`: errors name it.
  constexpr void enter(int index) {
    onnx_values::enter(index);
    linear = linear_of(file.node(index).code, file.node(index).inputs);
    instead_of_input_1 = -1;
    reads = onnx_reads::numbers;
    read_codes = wanted_type = onnx_schema::element::none;
  }

  constexpr onnx_schema::op code() const { return linear ? linear.as : file.node(index()).code; }
  constexpr int inputs() const {
    return linear ? linear.operands + (linear.bias >= 0 ? 1 : 0) : file.node(index()).inputs;
  }
  constexpr int outputs() const { return file.node(index()).outputs; }
  /// Input k; of a QLinear operator its operand, or the bias behind them.
  constexpr int input(int k) const {
    if (k == 1 && instead_of_input_1 >= 0) return instead_of_input_1;
    const int place = linear ? linear.place(k) : k;
    return place < 0 ? -1 : file.input(index(), place);
  }
  constexpr int output(int k = 0) const { return file.output(index(), k); }
  constexpr bool has_input(int k) const { return input(k) >= 0; }
  /// Whether input k is given as codes, and not as numbers.
  constexpr bool has_coded(int k) const { return linear ? true : is_decoded(input(k)); }
  /// The scale and the zero point of operand k of a QLinear operator.
  constexpr int scale_of(int k) const { return file.input(index(), linear.place(k) + 1); }
  constexpr int zero_point_of(int k) const { return file.input(index(), linear.place(k) + 2); }

  // --- formats ---

  /// Whether the node reads numbers of format f, which may have codes, in f32.
  constexpr bool reads_in_f32(const format& f) const {
    const bool stays =
        reads == onnx_reads::codes && (moves(code()) || code() == onnx_schema::op::split);
    if (f == f16::descriptor) return !stays;
    return is_scaled(f) && reads == onnx_reads::numbers;
  }
  /// Whether input k is codes, and not numbers.
  constexpr bool has_codes(int k) const {
    const int t = input(k);
    return t >= 0 && room().entries[t].codes != onnx_schema::element::none;
  }
  /// The format of input k where it is numbers that have codes, else that of f32.
  constexpr format input_format(int k) {
    const int t = input(k);
    if (failed() || t < 0) return f32::descriptor;
    if (linear) {
      const auto type = is_constant(t) ? numbers(t).type : room().entries[t].codes;
      return format_with(scale_of(k), zero_point_of(k), type);
    }
    if (is_constant(t)) return f32::descriptor;
    if (is_decoded(t)) return parameter(t, -1).number;
    const onnx_entry& e = room().entries[t];
    const bool has_codes = e.has_value() && e.codes == onnx_schema::element::none;
    return has_codes && is_scaled(at(e.value).number) ? at(e.value).number : f32::descriptor;
  }
  /// The format that output 0 is given by a QuantizeLinear, or by the node itself; else f32.
  constexpr format output_format() {
    if (!linear) return wanted_format(output());
    const int scale = file.input(index(), linear.output);
    const int zero = file.input(index(), linear.output + 1);
    wanted_type = type_of_zero(zero, onnx_schema::element::uint8);
    return format_with(scale, zero, wanted_type);
  }
  /// The format of output 0 where inputs 0 to count - 1 and the output have codes, which the node
  /// computes in then; else that of f32.
  constexpr format quantised_format(int count) {
    for (int k = 0; k < count && !failed(); ++k) {
      if (is_f32(input_format(k))) return f32::descriptor;
    }
    const format y = output_format();
    if (!is_f32(y)) reads = onnx_reads::quantised;
    return y;
  }
  /// The same of an operator on input 0 whose quantised output has a format that it chooses.
  template <class Op>
  constexpr format format_of_activation(const Op& what) {
    const operand x{input_format(0), {1, {1}}, &layout_id<hwc>};
    // ONNX Runtime divides the exponentials in f32
    const bool in_single = preset == numerics::onnxruntime && __is_same(Op, ops::softmax);
    if (failed() || is_f32(x.number) || in_single) return f32::descriptor;
    const inference made = what.infer({&x, 1});
    if (made.refused || !(output_format() == made.output.number)) return f32::descriptor;
    reads = onnx_reads::quantised;
    return made.output.number;
  }
  /// The same of a node whose output has the format of input 0.
  constexpr bool keeps_format() {
    if (is_f32(input_format(0)) || !(output_format() == input_format(0))) return false;
    reads = onnx_reads::quantised;
    return true;
  }
  /// The type of the codes that output_format() spoke of last.
  constexpr onnx_schema::element type_of_output() const { return wanted_type; }
  /// The code of format f for a limit of an activation.
  static constexpr int code_of(float real, const format& f) {
    const double limit = clamp(static_cast<double>(real), -1e30, 1e30);
    return affine_kind::encode(f, limit, rounding::half_even);
  }
  /// The format that tensor t is given: by a QuantizeLinear that alone reads it, maybe after
  /// operators that only move or limit numbers. f32 where it is given none.
  constexpr format wanted_format(int t) {
    using onnx_schema::op;
    while (!failed() && t >= 0 && file.source.spend(1)) {
      const onnx_tensor& is = file.tensor(t);
      if (is.is_output || is.readers != 1) break;
      const int n = is.reader;
      if (file.input(n, 0) != t) break;
      const op code = file.node(n).code;
      if (code == op::quantize_linear) {
        wanted_type = type_made_by(n);
        return format_of_node(n, wanted_type);
      }
      const bool keeps = code == op::clip || code == op::relu || code == op::max_pool;
      if (!keeps && !moves(code)) break;
      t = file.output(n, 0);
    }
    return f32::descriptor;
  }

  constexpr void refuse_codes(onnx_schema::element type) {
    refuse({.refuse = error::onnx_the_operator_takes_numbers_not_codes,
            .message = "the operator takes numbers, not codes of type {}",
            .have = static_cast<long>(type)});
  }

 protected:
  int instead_of_input_1 = -1;                                   ///< the tensor that the node reads
  onnx_schema::element read_codes = onnx_schema::element::none;  ///< what the node has read
  onnx_schema::element wanted_type = onnx_schema::element::none;  ///< of the last wanted_format
};

}  // namespace ETCH_NAMESPACE
