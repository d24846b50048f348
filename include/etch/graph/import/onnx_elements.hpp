// Import of ONNX operators on elements: Relu, Sigmoid, Clip, Add, Mul, ...
#pragma once

#include <etch/graph/import/onnx_import.hpp>

namespace ETCH_NAMESPACE {

namespace onnx_operators {

/// An operator on each element of one value, in its format.
template <class Op>
constexpr void import_each(onnx_import& m, const Op& what, int most_inputs = 1) {
  if (!m.has(1, most_inputs)) return;
  const onnx_entry e = m.read(0);
  m.write_like(m.then(what, e.value), e);
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

/// Operator `what` on values a and b, in the format of a.
template <class Op>
constexpr int both(onnx_import& m, const Op& what, int a, int b) {
  const int x[2]{a, b};
  return m.failed() ? 0 : m.make(what, x, 2, m.at(a).number);
}

/// Clip by limits that are values.
constexpr void import_clip_by_values(onnx_import& m) {
  const onnx_entry e = m.read(0);
  int y = e.value;
  if (m.has_input(1)) y = both(m, ops::maximum{}, y, m.plain(1));
  if (m.has_input(2)) y = both(m, ops::minimum{}, y, m.plain(2));
  m.write_like(y, e);
}
/// Clip: the limits are attributes up to opset 10, constants from 11 on.
constexpr void import_clip(onnx_import& m) {
  if (!m.has(1, 3)) return;
  constexpr float none = __builtin_inff();
  const bool old = m.file.opset < 11;
  for (int k = 1; k < m.inputs() && !old; ++k) {
    if (m.has_input(k) && !m.is_constant(m.input(k))) return import_clip_by_values(m);
  }
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
  const onnx_parameter from = m.linear ? m.as_read(m.weights(k, -1)) : m.as_read(m.input(k));
  if (m.failed()) return 0;
  const extents& e = from.is.shape;
  if (as.order == onnx_order::flat && e.c() > 1) {
    const int columns = e.c(), c = as.channels, s = columns / c;
    const int rows = from.is.elements / columns;
    if (columns % c == 0) {
      return m.permuted(from, {3, {rows, c, s}}, {columns, 1, c}, e);
    }
  }
  if (as.order != onnx_order::last || from.is.elements <= 1 || e.rank > rank) {
    return m.plain_constant(from);
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
  return m.permuted(from, size, stride, to);
}

/// Values that broadcast, in one order.
struct onnx_inputs {
  int x[most_inputs]{};
  onnx_entry as{};
};
/// The inputs in one order: that of the values, if they agree.
constexpr onnx_inputs inputs_in_one_order(onnx_import& m, int count) {
  onnx_inputs found{};
  onnx_entry e[most_inputs]{};
  bool constant[most_inputs]{}, flat = true;
  int rank = 0, one = -1;
  for (int k = 0; k < count && !m.failed(); ++k) {
    constant[k] = m.is_parameter(m.input(k));
    if (constant[k]) {
      rank = maximum(rank, m.stored(k).shape.rank);
      continue;
    }
    e[k] = m.read(k);
    if (m.failed()) return found;
    rank = maximum(rank, m.at(e[k].value).shape.rank);
    if (one < 0) one = k;
    flat = flat && e[k].order == onnx_order::flat && e[k].channels == e[one].channels;
  }
  if (m.failed()) return found;
  bool last = false;
  for (int k = 0; k < count; ++k) {
    if (constant[k] || e[k].order != onnx_order::last) continue;
    last = last || m.at(e[k].value).shape.rank == rank;
  }
  // a constant of more dimensions than the values leaves them in the file's order
  if (one >= 0 && flat && rank == 2) found.as = e[one];
  else if (last) found.as.order = onnx_order::last;
  for (int k = 0; k < count && !m.failed(); ++k) {
    if (constant[k]) {
      found.x[k] = constant_like(m, k, found.as, rank);
      continue;
    }
    if (found.as.order == onnx_order::flat) {
      found.x[k] = e[k].value;
      continue;
    }
    if (!last) {
      found.x[k] = m.plain(e[k]);
      continue;
    }
    const extents s = m.file_shape(e[k]);
    if (s.rank < rank && s.size() > 1) {
      ops::reshape wider{rank, {1, 1, 1, 1, 1}};
      for (int d = 0; d < s.rank; ++d) wider.d[rank - s.rank + d] = s.d[d];
      e[k] = {m.then(wider, m.plain(e[k]))};
    }
    found.x[k] = m.failed() || m.at(e[k].value).shape.size() == 1 ? e[k].value : m.last(e[k]);
  }
  return found;
}

/// Writes value y, made of values that lie as `as`.
constexpr void write_as(onnx_import& m, int y, const onnx_entry& as) {
  m.write(y, as.order, as.channels);
}
/// An operator on values that broadcast: on the first two, then on what that makes and the next.
template <class Op>
constexpr void import_some(onnx_import& m, const Op& what, int most = most_inputs) {
  if (m.inputs() == 1) return import_identity(m);
  if (!m.has(2, most)) return;
  const onnx_inputs in = inputs_in_one_order(m, m.inputs());
  int y = in.x[0];
  for (int k = 1; k < m.inputs(); ++k) y = both(m, what, y, in.x[k]);
  write_as(m, y, in.as);
}
/// Whether an operator on two quantised values computes in their codes.
template <class Op>
inline constexpr bool has_codes = __is_same(Op, ops::add) || __is_same(Op, ops::mul);
/// An operator on two values that broadcast.
template <class Op>
constexpr void import_two(onnx_import& m, const Op& what) {
  const format y = has_codes<Op> ? m.quantised_format(2) : f32::descriptor;
  if (is_f32(y)) return import_some(m, what, 2);
  if (!m.has(2, 2)) return;
  const onnx_inputs in = inputs_in_one_order(m, 2);
  write_as(m, m.make(what, in.x, 2, y), in.as);
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
