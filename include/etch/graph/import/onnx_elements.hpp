// Import of ONNX operators on elements: Relu, Sigmoid, Clip, Add, Mul, Softmax, ...
#pragma once

#include <etch/graph/import/onnx_import.hpp>

namespace ETCH_NAMESPACE {

namespace onnx_operators {

/// An operator on each element of one value, in f32.
template <class Op>
constexpr void import_each(onnx_import& m, const Op& what, int most_inputs = 1) {
  if (!m.has(1, most_inputs)) return;
  const onnx_entry e = m.read(0);
  m.write_like(m.make(what, &e.value, 1, f32::descriptor), e);
}
/// Relu, of numbers or of their codes.
constexpr void import_relu(onnx_import& m) {
  if (!m.has(1, 1)) return;
  m.reads = onnx_reads::quantised;
  const onnx_entry e = m.read(0);
  m.write_like(m.then(ops::relu{}, e.value), e);
}
/// An operator on each element whose quantised output has one format; in others it is f32.
template <class Op>
constexpr void import_activation(onnx_import& m, const Op& what) {
  if (!m.has(1, 1)) return;
  const format y = m.format_of_activation(what);
  const onnx_entry e = m.read(0);
  m.write_like(m.make(what, &e.value, 1, y), e);
}

/// Another name of input 0.
constexpr void import_identity(onnx_import& m, int most_inputs = 1) {
  if (!m.has(1, most_inputs)) return;
  const onnx_entry e = m.read(0);
  m.write_like(e.value, e);
}

/// Clip: the limits are attributes up to opset 10, constants from 11 on.
constexpr void import_clip(onnx_import& m) {
  if (!m.has(1, 3)) return;
  constexpr float none = __builtin_inff();
  const bool old = m.file.opset < 11;
  const float low = old ? m.real("min", -none) : m.number_of(1, -none);
  const float high = old ? m.real("max", none) : m.number_of(2, none);
  const bool has_codes = m.keeps_format();
  const onnx_entry e = m.read(0);
  if (m.failed()) return;
  if (has_codes) {
    const format& f = m.at(e.value).number;
    const ops::clamp between{m.code_of(low, f), m.code_of(high, f)};
    return m.write_like(m.then(between, e.value), e);
  }
  const auto is_whole = [](float x) {
    return x >= -32768 && x <= 32768 && static_cast<float>(static_cast<int>(x)) == x;
  };
  if (low == 0 && high == none) return m.write_like(m.then(ops::relu{}, e.value), e);
  if (is_whole(low) && is_whole(high) && low <= high) {
    const ops::clamp between{static_cast<int>(low), static_cast<int>(high)};
    return m.write_like(m.then(between, e.value), e);
  }
  int x[2]{e.value, 0};
  if (low != -none) x[1] = m.number(low), x[0] = m.make(ops::maximum{}, x, 2, f32::descriptor);
  if (high != none) x[1] = m.number(high), x[0] = m.make(ops::minimum{}, x, 2, f32::descriptor);
  m.write_like(x[0], e);
}

/// Constant k with its dimensions as those of a value with `rank` dimensions in this order.
constexpr int constant_like(onnx_import& m, int k, const onnx_entry& as, int rank) {
  const onnx_parameter from = m.weights(k, -1);
  if (m.failed()) return 0;
  const extents& e = from.is.shape;
  if (as.order == onnx_order::flat && e.c() > 1) {
    const int columns = e.c(), c = as.channels, s = columns / c;
    const int rows = from.is.elements / columns;
    if (columns % c == 0) {
      return m.as_number(m.permuted(from, {3, {rows, c, s}}, {columns, 1, c}, e));
    }
  }
  if (as.order != onnx_order::last || from.is.elements <= 1 || e.rank > rank) {
    return m.as_number(m.plain_constant(from));
  }
  extents size{rank}, to{rank};
  int stride[5]{};
  for (int d = 0; d < rank; ++d) {
    size.d[d] = d < rank - e.rank ? 1 : e.d[d - (rank - e.rank)];
    to.d[m.dimension_of(onnx_order::last, d, rank)] = size.d[d];
  }
  for (int d = 0; d < rank; ++d) {
    stride[d] = 1;
    for (int j = m.dimension_of(onnx_order::last, d, rank) + 1; j < rank; ++j) stride[d] *= to.d[j];
  }
  return m.as_number(m.permuted(from, size, stride, to));
}

/// Two values that broadcast, in one order.
struct onnx_two {
  int x[2]{};
  onnx_entry as{};
};
/// Inputs 0 and 1 in one order: that of the values, if they agree.
constexpr onnx_two two_inputs(onnx_import& m) {
  const bool constants[2]{m.is_known(m.input(0)), m.is_known(m.input(1))};
  onnx_two found{};
  if (m.failed()) return found;
  onnx_entry e[2]{};
  for (int k = 0; k < 2; ++k) {
    if (!constants[k]) e[k] = m.read(k);
  }
  const auto rank_of = [&](int k) {
    return constants[k] ? m.stored(k).shape.rank : m.at(e[k].value).shape.rank;
  };
  if (constants[0] && constants[1]) {
    found.x[0] = m.read(0).value, found.x[1] = m.read(1).value;
    return found;
  }
  const int one = constants[0] ? 1 : 0, other = 1 - one;
  const int rank = maximum(rank_of(0), rank_of(1));
  if (m.failed()) return found;
  if (constants[other]) {
    // a constant of more dimensions than the value leaves it in the file's order
    onnx_entry as = e[one];
    if (as.order != onnx_order::plain && rank > rank_of(one)) as = {m.plain(as)};
    found.x[one] = as.value;
    found.as = as;
    found.x[other] = constant_like(m, other, as, rank);
    return found;
  }
  const bool flat = e[0].order == onnx_order::flat && e[1].order == onnx_order::flat &&
                    e[0].channels == e[1].channels;
  if (flat) return {{e[0].value, e[1].value}, e[0]};
  bool last = false;
  for (const onnx_entry& v : e) {
    last |= v.order == onnx_order::last && m.at(v.value).shape.rank == rank;
  }
  for (int k = 0; k < 2; ++k) {
    if (!last) {
      found.x[k] = m.plain(e[k]);
      continue;
    }
    if (rank_of(k) < rank && m.at(e[k].value).shape.size() > 1) {
      const extents s = m.file_shape(e[k]);
      ops::reshape wider{rank, {1, 1, 1, 1, 1}};
      for (int d = 0; d < s.rank; ++d) wider.d[rank - s.rank + d] = s.d[d];
      e[k] = {m.then(wider, m.plain(e[k]))};
    }
    found.x[k] = m.failed() || m.at(e[k].value).shape.size() == 1 ? e[k].value : m.last(e[k]);
  }
  if (last) found.as.order = onnx_order::last;
  return found;
}

/// Whether an operator on two quantised values computes in their codes.
template <class Op>
inline constexpr bool has_codes = __is_same(Op, ops::add) || __is_same(Op, ops::mul);
/// An operator on two values that broadcast.
template <class Op>
constexpr void import_two(onnx_import& m, const Op& what) {
  if (m.inputs() == 1) return import_identity(m);
  if (!m.has(2, 2)) return;
  const format y = has_codes<Op> ? m.quantised_format(2) : f32::descriptor;
  const onnx_two in = two_inputs(m);
  m.write(m.make(what, in.x, 2, y), in.as.order, in.as.channels);
}

/// Softmax: along one axis or, up to opset 12, over all from that axis on.
constexpr void import_softmax(onnx_import& m) {
  if (!m.has(1, 1)) return;
  const int opset = m.linear ? m.integer("opset", 13, 1, 99) : m.file.opset;
  const bool old = opset < 13;
  const format y = m.format_of_activation(ops::softmax{});
  const onnx_entry e = m.read(0);
  const onnx_attribute given = m.file.attribute(m.index(), "axis");
  if (m.failed()) return;
  const extents s = m.file_shape(e);
  const int axis = m.axis_of(given ? given.i : (old ? 1 : -1), s.rank);
  if (m.failed()) return;
  const bool channels = e.order == onnx_order::last && axis == 1;
  bool alone = !old;
  if (old) {
    int behind = 1;
    for (int k = axis + 1; k < s.rank; ++k) behind *= s.d[k];
    alone = behind == 1;
  }
  const auto shares = [&](int v) { return m.make(ops::softmax{}, &v, 1, y); };
  if (channels && alone) return m.write_like(shares(e.value), e);
  int x = m.plain(e);
  if (old) {
    int rows = 1;
    for (int k = 0; k < axis; ++k) rows *= s.d[k];
    x = shares(m.then(ops::reshape{2, {rows, -1}}, x));
    return m.write(m.then(ops::reshape{s.rank, {s.d[0], s.d[1], s.d[2], s.d[3], s.d[4]}}, x));
  }
  if (axis == s.rank - 1) return m.write(shares(x));
  ops::transpose swap{s.rank, {0, 1, 2, 3, 4}};
  swap.axis[axis] = s.rank - 1, swap.axis[s.rank - 1] = axis;
  m.write(m.then(swap, shares(m.then(swap, x))));
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
