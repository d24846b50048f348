// Import of DynamicQuantizeLinear, ConvInteger and MatMulInteger. What quantises a value by its own
// range, multiplies it by integers and scales the sums back is one dynamic_range layer; each
// operator alone is made of others.
#pragma once

#include <etch/graph/import/onnx_layers.hpp>
#include <etch/graph/import/onnx_parts.hpp>
#include <etch/graph/import/onnx_reductions.hpp>

namespace ETCH_NAMESPACE {

namespace onnx_operators {

using onnx_schema::op;

/// DynamicQuantizeLinear: codes of uint8 for the range of a value and 0, their scale and their zero
/// point. Nothing is computed where layers that it is for do that.
constexpr void import_dynamic_quantize_linear(onnx_import& m) {
  if (!m.has(1, 1, 3)) return;
  if (!m.is_needed_now()) return m.postpone();
  const onnx_entry e = m.read(0);
  if (m.failed()) return;
  const int zero = m.zero_of(f32::descriptor);
  const int high = both(m, ops::maximum{}, extreme_of(m, e.value, false), zero);
  const int low = both(m, ops::minimum{}, extreme_of(m, e.value, true), zero);
  const int scale = quotient(m, difference(m, high, low), m.number(255));
  const auto nearest = [&](int x) { return of(m, unary_function::nearest_even, x); };
  const int at_zero =
      m.then(ops::clamp{0, 255}, nearest(of(m, unary_function::negative, quotient(m, low, scale))));
  const int codes =
      m.then(ops::clamp{0, 255}, sum(m, nearest(quotient(m, e.value, scale)), at_zero));
  const format bytes = m.format_of_codes(onnx_schema::element::uint8, 1, 0);
  const auto write = [&](int v, int k) {
    const int t = m.output(k);
    if (t < 0 || m.failed()) return;
    const bool are_codes = k != 1;
    if (are_codes) v = m.make(ops::to{}, &v, 1, bytes);
    m.write(v, k == 0 ? e.order : onnx_order::plain, k == 0 ? e.channels : 1, k);
    if (are_codes) m.room().entries[t].codes = onnx_schema::element::uint8;
  };
  write(codes, 0), write(scale, 1), write(at_zero, 2);
}

/// Whether the node, a Mul, multiplies the scale of a DynamicQuantizeLinear by a constant.
constexpr bool scales_a_dynamic_one(onnx_import& m) {
  if (m.linear || m.inputs() != 2 || m.is_needed_now()) return false;
  const bool first = m.is_constant(m.input(1));
  return m.is_constant(m.input(first ? 1 : 0)) && m.is_postponed(m.input(first ? 0 : 1));
}

/// What follows a product of integers whose first operand a DynamicQuantizeLinear makes: a Cast to
/// f32, a Mul by both scales, maybe an Add of a bias.
struct onnx_dynamic {
  int value = -1;           ///< the tensor that is quantised; -1: something else follows
  int scale = -1;           ///< the tensor that scales the weights
  int bias = -1;            ///< the value of the bias, or -1
  int made[3]{-1, -1, -1};  ///< tensors that are the sums, scaled, and with the bias

  constexpr explicit operator bool() const { return value >= 0; }
};
/// The other input of node n beside tensor t.
constexpr int beside(const onnx_import& m, int n, int t) {
  return m.file.input(n, m.file.input(n, 0) == t ? 1 : 0);
}
/// Tensor t as a constant of so many f32, maybe in another shape: its value, or -1.
constexpr int bias_of_tensor(onnx_import& m, int t, int channels) {
  if (t < 0) return -1;
  if (m.is_constant(t)) {
    const onnx_numbers of = m.numbers(t);
    const bool fits = of.type == onnx_schema::element::float32 && of.elements == channels;
    return m.failed() || !fits ? -1 : m.list_of(m.as_they_are(of));
  }
  const onnx_entry& e = m.room().entries[t];
  if (!e.has_value() || m.graph.values[e.value].producer < 0) return -1;
  const node& from = m.graph.nodes[m.graph.values[e.value].producer];
  const operand& is = m.at(from.inputs[0]);
  const bool fits = from.op == &op_id<ops::reshape> && is.is_constant && is_f32(is.number);
  return fits && is.shape.size() == channels ? from.inputs[0] : -1;
}
/// What follows the node, a ConvInteger or MatMulInteger with so many channels.
constexpr onnx_dynamic dynamic_of(onnx_import& m, int channels) {
  onnx_dynamic d{};
  const int x = m.input(0);
  if (m.failed() || !m.is_postponed(x) || !m.has_input(2)) return {};
  const int by = m.room().entries[x].later;
  if (m.input(2) != m.file.output(by, 2) || x != m.file.output(by, 0)) return {};
  const int cast = only_reader(m, m.output(), op::cast);
  if (cast < 0 || m.file.attribute(cast, "to").i != static_cast<int>(onnx_schema::element::float32))
    return {};
  const int sums = d.made[0] = m.file.output(cast, 0);
  const int scaled = only_reader(m, sums, op::mul);
  if (scaled < 0) return {};
  const int factor = beside(m, scaled, sums);
  if (!m.is_postponed(factor)) return {};
  const int factors = m.room().entries[factor].later, unit = m.file.output(by, 1);
  if (m.file.node(factors).code != op::mul) return {};
  d.scale = beside(m, factors, unit);
  if (m.file.input(factors, 0) != unit && m.file.input(factors, 1) != unit) return {};
  d.made[1] = m.file.output(scaled, 0);
  const int added = only_reader(m, d.made[1], op::add);
  if (added >= 0) d.bias = bias_of_tensor(m, beside(m, added, d.made[1]), channels);
  if (d.bias >= 0) d.made[2] = m.file.output(added, 0);
  d.value = m.file.input(by, 0);
  return d;
}

/// A layer on a value that is quantised by its own range.
struct onnx_dynamic_layer {
  using layer = ops::dynamic_range::layer;
  onnx_import& m;
  int bias_value = -1;

  constexpr int bias(int, const onnx_parameter&) const { return bias_value; }
  constexpr int make(const ops::conv2d& what, const int* x, int count) const {
    return made({layer::conv2d, what.move, what.groups}, x, count);
  }
  constexpr int make(const ops::depthwise_conv2d& what, const int* x, int count) const {
    return made({layer::depthwise_conv2d, what.move}, x, count);
  }
  constexpr int make(const ops::dense&, const int* x, int count) const {
    return made({layer::dense}, x, count);
  }

 private:
  constexpr int made(const ops::dynamic_range& what, const int* x, int count) const {
    return m.make(what, x, count, f32::descriptor);
  }
};
/// Makes output 0, which is the layer's value, what follows the product as well.
constexpr void write_dynamic(onnx_import& m, const onnx_dynamic& d) {
  if (m.failed()) return;
  for (const int t : d.made) {
    if (t >= 0) m.room().entries[t] = m.room().entries[m.output()];
  }
}

/// A layer on codes that stand for themselves, less a zero point: sums of 32 bits.
struct onnx_integer_layer {
  onnx_import& m;

  constexpr int bias(int, const onnx_parameter&) const { return -1; }
  template <class Op>
  constexpr int make(const Op& what, const int* x, int count) const {
    if (m.failed()) return 0;
    const operand seen[2]{m.at(x[0]), m.at(x[1])};
    const int sums = m.make(what, x, count, what.infer({seen, 2}).output.number);
    return m.make(ops::to{}, &sums, 1, index_format);
  }
};
/// Operand 0, codes, as a value in units of 1.
constexpr onnx_entry codes_with_zero(onnx_import& m) {
  m.reads = onnx_reads::codes;
  if (!m.has_codes(0)) m.check_type(onnx_schema::element::float32);
  return m.codes_as_integers(m.input(2));
}

/// ConvInteger: x, weights, and a zero point of each.
constexpr void import_conv_integer(onnx_import& m) {
  if (!m.has(2, 4)) return;
  const onnx_numbers of = m.constant(1);
  const onnx_dynamic d = dynamic_of(m, m.failed() ? 0 : of.shape.d[0]);
  int space = 0;
  if (d && m.numbers(d.scale).elements == 1) {
    const int x = value_with_space(m, m.value_of(d.value), space);
    const onnx_parameter weights = m.parameter_of(of, d.scale, m.input(3), 0, 0);
    import_convolution(m, x, space, weights, onnx_dynamic_layer{m, d.bias});
    return write_dynamic(m, d);
  }
  const int x = value_with_space(m, codes_with_zero(m), space);
  const onnx_parameter weights = m.integers_with(m.constant(1), m.input(3), 0);
  import_convolution(m, x, space, weights, onnx_integer_layer{m});
}
/// MatMulInteger: the same of (.., K) and (K, N), with a scale for each column or with one.
constexpr void import_mat_mul_integer(onnx_import& m) {
  if (!m.has(2, 4)) return;
  const onnx_numbers of = m.constant(1);
  if (m.failed()) return;
  if (of.shape.rank != 2) return refuse_weights(m, of.shape.rank);
  if (const onnx_dynamic d = dynamic_of(m, of.shape.d[1])) {
    const onnx_parameter weights = m.parameter_of(of, d.scale, m.input(3), 1, 1);
    m.write(product_with(m, m.value_of(d.value), weights, false, onnx_dynamic_layer{m, d.bias}));
    return write_dynamic(m, d);
  }
  const onnx_parameter weights = m.integers_with(of, m.input(3), 1);
  m.write(product_with(m, codes_with_zero(m), weights, false, onnx_integer_layer{m}));
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
