// Import of QuantizeLinear and DequantizeLinear. What stands between them is one value, which holds
// codes; each of both is a node where numbers of f32 become codes, or codes f32.
#pragma once

#include <etch/graph/import/onnx_import.hpp>

namespace ETCH_NAMESPACE {

namespace onnx_operators {

/// Adds input t of the graph: of codes in the format that the operator says which reads it, or
/// codes that stand for themselves.
constexpr int add_input(onnx_import& m, int t) {
  const onnx_tensor& is = m.file.tensor(t);
  const auto type = static_cast<onnx_schema::element>(is.type);
  if (!m.are_codes(type)) return m.add_input(t);
  format f = m.format_of_input(t, type);
  if (is_f32(f)) f = m.format_of_codes(type, 1, 0);
  const int v = m.add_input(t, m.outside(f, type));
  if (m.failed()) return 0;
  m.room().entries[t].codes = type;
  return v;
}
/// The value of e, an output of the graph: codes as the file has them, or numbers of f32.
constexpr int output_of(onnx_import& m, const onnx_entry& e) {
  if (m.failed()) return 0;
  const format& f = m.at(e.value).number;
  format y = f;
  const bool is_other = is_scaled(f) || f == f16::descriptor;
  if (e.codes == onnx_schema::element::none && is_other) y = f32::descriptor;
  if (!is_unsigned_affine(f)) y = m.outside(y, e.codes);
  return y == f ? e.value : m.make(ops::to{}, &e.value, 1, y);
}

/// QuantizeLinear: nothing where the value has these codes already.
constexpr void import_quantize_linear(onnx_import& m) {
  if (!m.has(2, 3)) return;
  m.reads = onnx_reads::quantised;
  const onnx_schema::element type = m.type_made_by(m.index());
  const format y = m.format_of_node(m.index(), type);
  const onnx_entry e = m.read(0);
  if (m.failed()) return;
  m.write_codes(m.at(e.value).number == y ? e.value : m.make(ops::to{}, &e.value, 1, y), e, type);
}

/// DequantizeLinear: the number that a code stands for is the value that holds the code. A constant
/// has no value before some operator says how it reads it.
constexpr void import_dequantize_linear(onnx_import& m) {
  if (!m.has(2, 3)) return;
  if (m.is_constant(m.input(0))) return m.write_decoded();
  m.reads = onnx_reads::codes;
  onnx_entry e = m.read(0);
  if (m.failed()) return;
  if (e.codes == onnx_schema::element::none) {
    return m.check_type(onnx_schema::element::float32);
  }
  e.value = m.inside(m.input(0), m.format_of_node(m.index(), e.codes));
  m.write_numbers(e);
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
