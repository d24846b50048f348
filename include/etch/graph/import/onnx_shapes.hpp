// Shape arithmetic of ONNX: what a file works out from the shapes of its tensors, by Shape, Gather,
// Concat, Slice, ..., the importer works out itself.
#pragma once

#include <etch/graph/import/onnx_import.hpp>

namespace ETCH_NAMESPACE {

namespace onnx_operators {

using onnx_schema::op;

/// Whether the operator reads no more of its input than the shape.
constexpr bool reads_the_shape_alone(op code) { return code == op::shape || code == op::size; }

namespace detail {

/// Whether a Cast makes integers or truths.
constexpr bool casts_to_integers(onnx_import& m) {
  using onnx_schema::element;
  const auto to = static_cast<element>(m.file.attribute(m.index(), "to").i);
  return to == element::int64 || to == element::int32 || to == element::boolean;
}

/// Whether the operator can be worked out from integers.
constexpr bool folds(op code) {
  switch (code) {
    case op::abs:
    case op::add:
    case op::cast:
    case op::concat:
    case op::constant_of_shape:
    case op::div:
    case op::equal:
    case op::gather:
    case op::greater:
    case op::greater_or_equal:
    case op::identity:
    case op::less:
    case op::less_or_equal:
    case op::max:
    case op::min:
    case op::mod:
    case op::mul:
    case op::neg:
    case op::not_:
    case op::range:
    case op::reduce_max:
    case op::reduce_min:
    case op::reduce_prod:
    case op::reduce_sum:
    case op::reshape:
    case op::slice:
    case op::squeeze:
    case op::sub:
    case op::unsqueeze:
    case op::where: return true;
    default: return false;
  }
}

/// The sizes of input 0, from attribute `start` to attribute `end`, or their product.
constexpr onnx_known shape_of(onnx_import& m) {
  if (!m.has(1, 1)) return {};
  extents e{};
  if (m.is_postponed(m.input(0))) m.value_of(m.input(0));
  if (m.is_parameter(m.input(0))) {
    e = m.stored(0).shape;
  } else {
    const onnx_entry& x = m.room().entries[m.input(0)];
    if (x.has_value()) {
      e = m.file_shape(x);
    } else {
      const onnx_known is = m.known(m.input(0));
      if (!is) return {};
      if (!is.is_scalar) e = {1, {is.list.count}};
    }
  }
  onnx_known y{.list = {0}};
  if (m.code() == op::size) {
    y.is_scalar = true;
    y.list.add(elements_of(e));
    return y;
  }
  const onnx_attribute start = m.file.attribute(m.index(), "start"),
                       end = m.file.attribute(m.index(), "end");
  const auto place = [&](std::int64_t k) {
    return static_cast<int>(clamp<std::int64_t>(k < 0 ? k + e.rank : k, 0, e.rank));
  };
  const int until = end ? place(end.i) : e.rank;
  for (int k = start ? place(start.i) : 0; k < until; ++k) y.list.add(e.d[k]);
  return y;
}

/// Slice of a list: starts, ends, axes and steps are inputs, up to opset 9 attributes.
constexpr known_integers part_of(onnx_import& m, const onnx_known* x) {
  const bool old = m.file.opset < 10;
  const known_integers starts = old ? m.integers("starts") : x[1].list,
                       ends = old ? m.integers("ends") : x[2].list;
  if (starts.count != 1 || ends.count != 1) return {};
  const int n = x[0].list.count, step = m.inputs() > 4 ? x[4].list.at[0] : 1;
  if (step == 0 || step == -onnx_known::far) return {};
  const int low = step > 0 ? 0 : -1, high = low + n;
  const auto place = [&](long long at) {
    return clamp<long long>(at < 0 ? at + n : at, low, high);
  };
  known_integers y{0};
  const long long end = place(ends.at[0]);
  for (long long k = place(starts.at[0]); step > 0 ? k < end : k > end; k += step) {
    y.add(x[0].list.at[k]);
  }
  return y;
}

/// One number of two; what divides by 0 is not known.
constexpr long long combined(op of, long long a, long long b, bool& known) {
  switch (of) {
    case op::add: return a + b;
    case op::sub: return a - b;
    case op::mul: return a * b;
    case op::min: return minimum(a, b);
    case op::max: return maximum(a, b);
    case op::equal: return a == b ? 1 : 0;
    case op::greater: return a > b ? 1 : 0;
    case op::greater_or_equal: return a >= b ? 1 : 0;
    case op::less: return a < b ? 1 : 0;
    case op::less_or_equal: return a <= b ? 1 : 0;
    default: break;
  }
  known &= b != 0;
  if (!known) return 0;
  if (of == op::div) return a / b;
  const long long rest = a % b;  // of Mod, with the sign of b
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
/// Element after element of lists, each as long as the longest or a single number.
template <class F>
constexpr known_integers each_of(const onnx_known* x, int count, const F& f) {
  int n = 1;
  for (int i = 0; i < count; ++i) {
    if (x[i].list.count == 1) continue;
    if (n != 1 && x[i].list.count != n) return {};
    n = x[i].list.count;
  }
  known_integers y{0};
  for (int k = 0; k < n; ++k) {
    long long at[3]{};
    for (int i = 0; i < count; ++i) {
      at[i] = x[i].list.at[x[i].list.count == 1 ? 0 : k];
      // an end that is too far to count with
      if (at[i] == onnx_known::far || at[i] == -onnx_known::far) return {};
    }
    y.add(f(at));
  }
  return y;
}
constexpr known_integers pairs(op of, const onnx_known& a, const onnx_known& b) {
  const onnx_known both[2]{a, b};
  bool known = true;
  const known_integers y =
      each_of(both, 2, [&](const long long(&at)[3]) { return combined(of, at[0], at[1], known); });
  return known ? y : known_integers{};
}
/// The sum, product, ... of all numbers.
constexpr known_integers reduced(op of, const known_integers& a) {
  if (a.count < 1) return {};
  known_integers y{0};
  long long all = a.at[0];
  for (int k = 1; k < a.count; ++k) {
    all = of == op::reduce_sum    ? all + a.at[k]
          : of == op::reduce_prod ? all * a.at[k]
          : of == op::reduce_max  ? maximum<long long>(all, a.at[k])
                                  : minimum<long long>(all, a.at[k]);
    if (all < INT32_MIN || all > INT32_MAX) return {};
  }
  y.add(all);
  return y;
}
/// ConstantOfShape of a list: its length, and an integer in attribute `value`.
constexpr onnx_known filled(onnx_import& m, const known_integers& shape) {
  const onnx_attribute value = m.file.attribute(m.index(), "value");
  if (shape.count != 1 || !value || m.failed()) return {};
  const onnx_numbers of = m.file.numbers(value.inside);
  using onnx_schema::element;
  const bool is_truth = of.type == element::boolean;
  if (m.failed() || of.elements != 1) return {};
  if (!is_truth && of.type != element::int64 && of.type != element::int32) return {};
  onnx_known y{.list = {0}, .is_truth = is_truth};
  for (int k = 0; y && k < shape.at[0]; ++k) y.list.add(m.file.integer(of, 0));
  return y;
}

/// The integers that the operator makes of those that it reads, x.
constexpr onnx_known made_of(onnx_import& m, const onnx_known* x) {
  const op of = m.code();
  const int n = m.inputs();
  onnx_known y{.list = {0}, .is_scalar = x[0].is_scalar, .is_truth = x[0].is_truth};
  switch (of) {
    case op::identity: y.list = x[0].list; return y;
    case op::cast:
      if (!casts_to_integers(m)) return {};
      y.is_truth = m.file.attribute(m.index(), "to").i ==
                   static_cast<std::int64_t>(onnx_schema::element::boolean);
      for (int k = 0; k < x[0].list.count; ++k) {
        const int a = x[0].list.at[k];
        y.list.add(y.is_truth && a != 0 ? 1 : a);
      }
      return y;
    case op::concat:
      y.is_scalar = false;
      for (int i = 0; i < n; ++i) {
        if (x[i].is_scalar) return {};
        for (int k = 0; k < x[i].list.count; ++k) y.list.add(x[i].list.at[k]);
      }
      return y;
    case op::gather:
      if (x[0].is_scalar) return {};
      y.is_scalar = x[1].is_scalar;
      for (int k = 0; k < x[1].list.count; ++k) {
        const int a = x[1].list.at[k], at = a < 0 ? a + x[0].list.count : a;
        if (at < 0 || at >= x[0].list.count) return {};
        y.list.add(x[0].list.at[at]);
      }
      return y;
    case op::slice: y.list = x[0].is_scalar ? known_integers{} : part_of(m, x); return y;
    case op::squeeze:
    case op::unsqueeze: {
      // a single number gains or loses its one dimension
      const bool widens = of == op::unsqueeze;
      if (widens != x[0].is_scalar || x[0].list.count != 1) return {};
      y.is_scalar = !widens;
      y.list = x[0].list;
      return y;
    }
    case op::reshape:
      if (x[1].list.count > 1) return {};
      y.is_scalar = x[1].list.count == 0;
      y.list = x[0].list;
      return y;
    case op::range: {
      const long long end = x[1].list.at[0], step = x[2].list.at[0];
      y.is_scalar = false;
      for (long long k = x[0].list.at[0]; y && step != 0 && (step > 0 ? k < end : k > end);
           k += step) {
        y.list.add(k);
      }
      return step != 0 ? y : onnx_known{};
    }
    case op::constant_of_shape: return filled(m, x[0].list);
    case op::reduce_max:
    case op::reduce_min:
    case op::reduce_prod:
    case op::reduce_sum:
      if (n > 1 && x[1].list.count > 1) return {};
      y.is_scalar = x[0].is_scalar || m.integer("keepdims", 1, 0, 1) == 0;
      y.list = reduced(of, x[0].list);
      return y;
    case op::abs:
    case op::neg:
      y.list = each_of(x, 1, [&](const long long(&at)[3]) {
        return of == op::neg || at[0] < 0 ? -at[0] : at[0];
      });
      return y;
    case op::not_:
      y.list = each_of(x, 1, [](const long long(&at)[3]) { return 1 - at[0]; });
      return y;
    case op::where:
      y.is_scalar = x[0].is_scalar && x[1].is_scalar && x[2].is_scalar;
      y.is_truth = x[1].is_truth;
      y.list = each_of(x, 3, [](const long long(&at)[3]) { return at[0] != 0 ? at[1] : at[2]; });
      return y;
    default: break;
  }
  y.list = x[0].list;
  for (int i = 1; i < n; ++i) {
    y.list = pairs(of, y, x[i]);
    y.is_scalar &= x[i].is_scalar;
  }
  y.is_truth = of == op::equal || of == op::greater || of == op::greater_or_equal ||
               of == op::less || of == op::less_or_equal;
  return y;
}

/// How many inputs the operator needs to be worked out.
constexpr int least_inputs(op of) {
  switch (of) {
    case op::range:
    case op::where: return 3;
    case op::abs:
    case op::cast:
    case op::concat:
    case op::constant_of_shape:
    case op::identity:
    case op::max:
    case op::min:
    case op::neg:
    case op::not_:
    case op::reduce_max:
    case op::reduce_min:
    case op::reduce_prod:
    case op::reduce_sum:
    case op::slice:
    case op::squeeze:
    case op::unsqueeze: return 1;
    default: return 2;
  }
}

}  // namespace detail

/// Works the operator out if it makes integers of integers that are known.
constexpr bool fold_integers(onnx_import& m) {
  const op of = m.code();
  const bool sizes = reads_the_shape_alone(of);
  if (m.failed() || !(sizes || detail::folds(of)) || m.outputs() < 1 || m.output() < 0)
    return false;
  const int n = m.inputs();
  onnx_known y{};
  if (sizes) {
    y = detail::shape_of(m);
  } else {
    if (n < detail::least_inputs(of) || n > onnx_known{}.list.most) return false;
    onnx_known x[known_integers::most]{};
    for (int i = 0; i < n; ++i) {
      x[i] = m.known(m.input(i));
      if (!x[i]) return false;
    }
    y = detail::made_of(m, x);
  }
  if (m.failed() || !y) return false;
  m.know(m.output(), y);
  return true;
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
