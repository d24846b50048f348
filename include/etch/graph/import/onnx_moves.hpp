// Import of ONNX operators that only move elements: Reshape, Flatten, Transpose, Concat, ...
#pragma once

#include <etch/graph/import/onnx_import.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_the_axes_are_not_a_permutation_of_the_dimensions(long /*axes*/, long) {}
inline void onnx_there_are_more_or_fewer_numbers_than_dimensions(long /*numbers*/, long) {}
inline void onnx_the_shape_has_one_to_five_dimensions_of_which_one_may_be_minus_1(long /*rank*/,
                                                                                  long) {}
}  // namespace error

namespace onnx_operators {

/// Writes value e in this shape. (N, K) of a value with channels last stays as it lies.
constexpr void write_reshaped(onnx_import& m, const onnx_entry& e, const ops::reshape& to) {
  if (m.failed()) return;
  if (m.is_constant(m.input(0))) {
    return m.write_reshaped({to.rank, {to.d[0], to.d[1], to.d[2], to.d[3], to.d[4]}});
  }
  const extents s = m.at(e.value).shape;
  const bool lies_alike = e.order == onnx_order::last && onnx_import::moves_nothing(s);
  if (lies_alike) return m.write(m.then(to, e.value));
  const bool flattens = e.order == onnx_order::last && to.rank == 2 && to.d[0] == s.d[0];
  if (!flattens) return m.write(m.then(to, m.plain(e)));
  m.write(m.then(to, e.value), onnx_order::flat, s.c());
}

constexpr void import_flatten(onnx_import& m) {
  if (!m.has(1, 1)) return;
  const onnx_entry e = m.read(0);
  const onnx_attribute given = m.file.attribute(m.index(), "axis");
  if (m.failed()) return;
  const extents s = m.file_shape(e);
  const std::int64_t axis = given ? given.i : 1;
  const int until = axis == s.rank ? s.rank : m.axis_of(axis, s.rank);
  if (m.failed()) return;
  int rows = 1;
  for (int k = 0; k < until; ++k) rows *= s.d[k];
  write_reshaped(m, e, {2, {rows, s.size() / rows}});
}

/// Reshape: 0 keeps a size, unless attribute allowzero says that it is one; -1 is the rest.
constexpr void import_reshape(onnx_import& m) {
  if (!m.has(2, 2)) return;
  const bool keeps = m.integer("allowzero", 0, 0, 1) == 0;
  const known_integers to = m.integers_of(1);
  const onnx_entry e = m.read(0);
  if (m.failed()) return;
  const extents s = m.file_shape(e);
  int open = -1, known = 1;
  ops::reshape what{to.count, {}};
  bool sound = to.count >= 1 && to.count <= 5;
  for (int k = 0; sound && k < to.count; ++k) {
    what.d[k] = to.at[k] != 0 ? to.at[k] : keeps && k < s.rank ? s.d[k] : 0;
    sound = what.d[k] > 0 || (what.d[k] == -1 && open < 0);
    if (what.d[k] == -1) open = k;
    else sound = sound && what.d[k] <= s.size() / known;
    if (sound && what.d[k] > 0) known *= what.d[k];
  }
  if (!sound) {
    return m.refuse(
        {.refuse = error::onnx_the_shape_has_one_to_five_dimensions_of_which_one_may_be_minus_1,
         .message = "the shape has one to five dimensions, of which one may be -1, and as many "
                    "elements as the value",
         .have = to.count});
  }
  if (open >= 0) what.d[open] = s.size() / known;
  write_reshaped(m, e, what);
}

/// The axes of Squeeze and Unsqueeze: an attribute up to opset 12, a constant from 13 on.
constexpr known_integers axes_of(onnx_import& m) {
  return m.file.opset < 13 ? m.integers("axes") : m.integers_of(1);
}
constexpr void import_squeeze(onnx_import& m) {
  if (!m.has(1, 2)) return;
  const known_integers axes = axes_of(m);
  const onnx_entry e = m.read(0);
  if (m.failed()) return;
  const extents s = m.file_shape(e);
  bool gone[5]{};
  for (int k = 0; k < s.rank && !axes; ++k) gone[k] = s.d[k] == 1;
  for (int i = 0; i < axes.count; ++i) gone[m.axis_of(axes.at[i], s.rank)] = true;
  ops::reshape to{0, {}};
  for (int k = 0; k < s.rank; ++k) {
    if (!gone[k]) to.d[to.rank++] = s.d[k];
  }
  if (to.rank == 0) to = {1, {1}};
  write_reshaped(m, e, to);
}
constexpr void import_unsqueeze(onnx_import& m) {
  if (!m.has(1, 2)) return;
  const known_integers axes = axes_of(m);
  const onnx_entry e = m.read(0);
  if (m.failed()) return;
  const extents s = m.file_shape(e);
  const int rank = s.rank + maximum(axes.count, 0);
  bool made[5]{};
  if (axes.count < 1 || rank > 5) {
    return m.refuse({.refuse = error::onnx_the_tensor_has_more_than_five_dimensions,
                     .message = "the tensor has more than five dimensions"});
  }
  for (int i = 0; i < axes.count; ++i) made[m.axis_of(axes.at[i], rank)] = true;
  ops::reshape to{rank, {}};
  for (int k = 0, from = 0; k < rank; ++k) {
    to.d[k] = made[k] ? 1 : from < s.rank ? s.d[from++] : 1;
  }
  write_reshaped(m, e, to);
}

/// Transpose: nothing is moved where the value lies already as one of the output's orders does.
constexpr void import_transpose(onnx_import& m) {
  if (!m.has(1, 1)) return;
  known_integers axes = m.integers("perm");
  // a layer may read its weights either way
  const bool turns = !axes || (axes.count == 2 && axes.at[0] == 1 && axes.at[1] == 0);
  if (turns && m.is_parameter(m.input(0)) && m.stored(0).shape.rank == 2 && !m.is_needed_now()) {
    return m.postpone();
  }
  onnx_entry e = m.read(0);
  if (m.failed()) return;
  if (e.order == onnx_order::flat) e = {m.plain(e)};
  const int rank = m.at(e.value).shape.rank;
  if (!axes) {
    axes.count = rank;
    for (int k = 0; k < rank; ++k) axes.at[k] = rank - 1 - k;
  }
  bool taken[5]{};
  bool sound = axes.count == rank;
  for (int k = 0; sound && k < rank; ++k) {
    sound = axes.at[k] >= 0 && axes.at[k] < rank && !taken[axes.at[k]];
    if (sound) taken[axes.at[k]] = true;
  }
  if (!sound) {
    return m.refuse({.refuse = error::onnx_the_axes_are_not_a_permutation_of_the_dimensions,
                     .message = "{} axes are not a permutation of the dimensions",
                     .have = axes.count});
  }
  const auto order_of = [&](onnx_order to) {
    ops::transpose t{rank};
    for (int k = 0; k < rank; ++k) {
      t.axis[m.dimension_of(to, k, rank)] = m.dimension_of(e.order, axes.at[k], rank);
    }
    return t;
  };
  const extents s = m.at(e.value).shape;
  const auto moves = [&](const ops::transpose& t) {
    int before = -1;
    for (int k = 0; k < rank; ++k) {
      if (s.d[t.axis[k]] == 1) continue;
      if (t.axis[k] < before) return true;
      before = t.axis[k];
    }
    return false;
  };
  const bool may_be_last = rank >= 3;
  const bool wants_last = may_be_last && m.output() >= 0 && m.room().last[m.output()];
  onnx_order to = wants_last ? onnx_order::last : onnx_order::plain;
  if (moves(order_of(to))) {
    const onnx_order other = wants_last ? onnx_order::plain : onnx_order::last;
    if ((wants_last || may_be_last) && !moves(order_of(other))) to = other;
  }
  const ops::transpose what = order_of(to);
  bool same = true;
  ops::reshape shape{rank, {}};
  for (int k = 0; k < rank; ++k) {
    same &= what.axis[k] == k;
    shape.d[k] = s.d[what.axis[k]];
  }
  m.write(same ? e.value : moves(what) ? m.then(what, e.value) : m.then(shape, e.value), to);
}

/// The format of what Concat joins: that of the output, if all values have codes and it gets some.
constexpr format joined_format(onnx_import& m) {
  const format y = m.quantised_format(m.inputs());
  if (!is_f32(y)) return y;
  bool codes = true;
  for (int k = 0; k < m.inputs(); ++k) codes &= m.has_codes(k);
  if (codes) m.reads = onnx_reads::codes;
  return y;
}
constexpr void import_concat(onnx_import& m) {
  if (!m.has(1, most_inputs)) return;
  if (m.inputs() == 1) {
    const onnx_entry e = m.read(0);
    return m.write_like(e.value, e);
  }
  const int count = m.inputs();
  const format y = joined_format(m);
  bool last = false;
  int rank = 0;
  for (int k = 0; k < count && !m.failed(); ++k) {
    if (!m.has_input(k)) continue;
    const onnx_entry& e = m.room().entries[m.input(k)];
    if (!e.has_value()) continue;  // a constant
    last |= e.order == onnx_order::last;
    rank = m.at(e.value).shape.rank;
  }
  int x[most_inputs]{};
  for (int k = 0; k < count && !m.failed(); ++k) {
    x[k] = last ? m.last(k) : m.plain(k);
    if (!m.failed() && is_scaled(y) && !(m.at(x[k]).number == y)) {
      x[k] = m.make(ops::to{}, x + k, 1, y);
    }
  }
  if (m.failed()) return;
  if (rank == 0) rank = m.at(x[0]).shape.rank;
  const onnx_order order = last ? onnx_order::last : onnx_order::plain;
  const onnx_attribute axis = m.file.attribute(m.index(), "axis");
  const int along = m.dimension_of(order, m.axis_of(axis.i, rank), rank);
  m.write(m.make(ops::concat{along}, x, count, m.at(x[0]).number), order);
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
