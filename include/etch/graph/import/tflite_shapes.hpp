// Shape arithmetic: what a file works out from the shapes of its tensors, SHAPE, STRIDED_SLICE,
// PACK, ..., the importer works out itself.
#pragma once

#include <etch/graph/import/tflite_import.hpp>

namespace ETCH_NAMESPACE {

namespace tflite_operators {

using namespace tflite_schema;

/// Whether input i of the operator does no more than name the shape of its output, which the output
/// tensor has; of SHAPE, whether nothing of its input is read but the shape.
constexpr bool is_shape_alone(const tflite_import& m, int i) {
  switch (static_cast<builtin>(m.values.file.place.code)) {
    case builtin::shape:
    case builtin::fill:
    case builtin::transpose_conv: return i == 0;
    case builtin::broadcast_to:
    case builtin::reshape:
    case builtin::expand_dims: return i == 1;
    default: return false;
  }
}

/// Whether operators of this code can be worked out when the file is read.
constexpr bool folds(int code) {
  switch (static_cast<builtin>(code)) {
    case builtin::shape:
    case builtin::strided_slice:
    case builtin::slice:
    case builtin::pack:
    case builtin::unpack:
    case builtin::concatenation:
    case builtin::gather:
    case builtin::range:
    case builtin::cast:
    case builtin::reshape:
    case builtin::squeeze:
    case builtin::expand_dims:
    case builtin::add:
    case builtin::sub:
    case builtin::mul:
    case builtin::div:
    case builtin::floor_div:
    case builtin::floor_mod:
    case builtin::minimum:
    case builtin::maximum:
    case builtin::sum:
    case builtin::reduce_prod: return true;
    default: return false;
  }
}

namespace detail {

/// The sizes of tensor t, as the operator that makes it gives them.
constexpr known_integers shape_of(tflite_import& m, int t) {
  const int v = !m.values.file.has_tensor(t) ? -1 : m.values.room().value_of[t];
  const extents e = v >= 0 ? m.at(v).shape : m.values.file.tensor(t).shape;
  known_integers sizes{0};
  for (int k = 0; k < e.rank; ++k) sizes.add(e.d[k]);
  return sizes;
}

/// a[begin], a[begin + step], ... up to a[end], which is not one of them.
constexpr known_integers part(const known_integers& a, long long begin, long long end,
                              long long step) {
  known_integers y{0};
  for (long long k = begin; step > 0 ? k < end : k > end; k += step) {
    if (k < 0 || k >= a.count) return {};
    y.add(a.at[k]);
  }
  return y;
}

/// STRIDED_SLICE of one dimension.
constexpr known_integers strided_part(tflite_import& m, const known_integers* x) {
  namespace field = fields::strided_slice_options;
  if (x[1].count != 1 || x[2].count != 1 || x[3].count != 1 || x[3].at[0] == 0) return {};
  const auto mask = [&](int id) { return (m.options.number<std::int32_t>(id) & 1) != 0; };
  if (mask(field::ellipsis_mask) || mask(field::new_axis_mask) ||
      m.options.number<bool>(field::offset)) {
    return {};
  }
  const int n = x[0].count, step = x[3].at[0], low = step > 0 ? 0 : -1, high = low + n;
  const auto place = [&](long long at) {
    return static_cast<int>(clamp<long long>(at < 0 ? at + n : at, low, high));
  };
  const int begin = mask(field::begin_mask) ? (step > 0 ? low : high) : place(x[1].at[0]);
  const int end = mask(field::end_mask) ? (step > 0 ? high : low) : place(x[2].at[0]);
  if (mask(field::shrink_axis_mask)) return part(x[0], begin, begin + 1LL, 1);
  return part(x[0], begin, end, step);
}

/// One number of two.
constexpr long long combined(builtin of, long long a, long long b, bool& known) {
  const auto floor_of = [](long long p, long long q) {
    return p / q - (p % q != 0 && (p < 0) != (q < 0) ? 1 : 0);
  };
  switch (of) {
    case builtin::add: return a + b;
    case builtin::sub: return a - b;
    case builtin::mul: return a * b;
    case builtin::minimum: return minimum(a, b);
    case builtin::maximum: return maximum(a, b);
    default: break;
  }
  known &= b != 0;
  if (!known) return 0;
  if (of == builtin::div) return a / b;
  return of == builtin::floor_div ? floor_of(a, b) : a - b * floor_of(a, b);
}
/// Element after element of two lists, of which one may be a single number.
constexpr known_integers pairs(builtin of, const known_integers& a, const known_integers& b) {
  if (a.count != b.count && a.count != 1 && b.count != 1) return {};
  known_integers y{0};
  bool known = true;
  for (int k = 0; k < maximum(a.count, b.count); ++k) {
    y.add(combined(of, a.at[a.count == 1 ? 0 : k], b.at[b.count == 1 ? 0 : k], known));
  }
  return known ? y : known_integers{};
}
/// The sum or product of all numbers.
constexpr known_integers reduced(builtin of, const known_integers& a) {
  known_integers y{0};
  long long all = of == builtin::sum ? 0 : 1;
  for (int k = 0; k < a.count; ++k) {
    all = of == builtin::sum ? all + a.at[k] : all * a.at[k];
    if (all < INT32_MIN || all > INT32_MAX) return {};
  }
  y.add(all);
  return y;
}

/// The integers that the operator makes of those that it reads, x.
constexpr known_integers made_of(tflite_import& m, const known_integers* x) {
  const auto of = static_cast<builtin>(m.values.file.place.code);
  const int n = m.inputs();
  known_integers y{0};
  switch (of) {
    case builtin::strided_slice: return n == 4 ? strided_part(m, x) : known_integers{};
    case builtin::slice: {
      if (n != 3 || x[1].count != 1 || x[2].count != 1) return {};
      const int begin = x[1].at[0];
      return part(x[0], begin, x[2].at[0] < 0 ? x[0].count : 1LL * begin + x[2].at[0], 1);
    }
    case builtin::pack:
    case builtin::concatenation:
      for (int i = 0; i < n; ++i) {
        for (int k = 0; k < x[i].count; ++k) y.add(x[i].at[k]);
      }
      return y;
    case builtin::gather:
      for (int k = 0; n == 2 && k < x[1].count; ++k) {
        const int at = x[1].at[k];
        if (at < 0 || at >= x[0].count) return {};
        y.add(x[0].at[at]);
      }
      return y;
    case builtin::range: {
      if (n != 3 || x[0].count != 1 || x[1].count != 1 || x[2].count != 1) return {};
      const long long end = x[1].at[0], step = x[2].at[0];
      for (long long k = x[0].at[0]; y && step != 0 && (step > 0 ? k < end : k > end); k += step) {
        y.add(k);
      }
      return y;
    }
    case builtin::cast:
    case builtin::reshape:
    case builtin::squeeze:
    case builtin::expand_dims: return x[0];
    case builtin::sum:
    case builtin::reduce_prod: return reduced(of, x[0]);
    default: return n == 2 ? pairs(of, x[0], x[1]) : known_integers{};
  }
}

}  // namespace detail

/// Works the operator out if its outputs are integers and all that it reads is known.
constexpr bool fold_integers(tflite_import& m) {
  if (m.failed() || !folds(m.values.file.place.code)) return false;
  const tflite_place before = m.values.file.place;
  const auto of = static_cast<builtin>(before.code);
  const int n = m.inputs();
  const auto is_whole = [&](int t) {
    const tflite_tensor is = m.values.file.shapeless_tensor(t);
    return is.is(tensor_type::int32) || is.is(tensor_type::int64);
  };
  if (n < 1 || n > known_integers::most || !is_whole(m.output())) return false;
  known_integers x[known_integers::most]{};
  bool known = !m.failed();
  for (int i = 0; known && i < n; ++i) {
    x[i] = of == builtin::shape ? detail::shape_of(m, m.input(i)) : m.values.integers(m.input(i));
    // the new shape of a list is its length
    const bool unread = i > 0 && (of == builtin::reshape || of == builtin::expand_dims);
    known = (x[i] || unread) && !m.failed();
  }
  for (int k = 0; known && k < m.outputs(); ++k) {
    m.select_output(k);
    const known_integers y = of == builtin::shape    ? x[0]
                             : of == builtin::unpack ? detail::part(x[0], k, k + 1LL, 1)
                                                     : detail::made_of(m, x);
    const int t = m.output();
    known = y && m.values.file.has_tensor(t) && m.values.room().value_of[t] == no_value::yet &&
            m.values.room().integers_of[t] < 0;
    if (known) m.values.know(t, y);
  }
  if (m.failed()) return false;
  m.select_output(0);
  m.values.file.place = before;
  return known;
}

}  // namespace tflite_operators

}  // namespace ETCH_NAMESPACE
