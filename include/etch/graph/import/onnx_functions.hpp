// Import of ONNX operators on elements that are made of several of ours, or compare, choose and
// convert: Selu, HardSigmoid, Softplus, Less, And, Where, Cast, Sum, Mean, ...
#pragma once

#include <etch/graph/import/onnx_elements.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_a_Dropout_in_training_is_not_supported(long, long) {}
inline void onnx_a_logical_operator_takes_truths(long, long) {}
}  // namespace error

namespace onnx_operators {

constexpr int sum(onnx_import& m, int a, int b) { return both(m, ops::add{}, a, b); }
constexpr int product(onnx_import& m, int a, int b) { return both(m, ops::mul{}, a, b); }
constexpr int difference(onnx_import& m, int a, int b) { return both(m, ops::sub{}, a, b); }
constexpr int quotient(onnx_import& m, int a, int b) {
  return both(m, ops::pairwise{pair_function::quotient}, a, b);
}
/// x times a number, x plus a number.
constexpr int times(onnx_import& m, int x, float by) {
  return by == 1 ? x : product(m, x, m.number(by));
}
constexpr int plus(onnx_import& m, int x, float more) {
  return more == 0 ? x : sum(m, x, m.number(more));
}
constexpr int of(onnx_import& m, unary_function f, int x) { return m.then(ops::unary{f}, x); }
/// Whether a and b compare so.
constexpr int compared(onnx_import& m, comparison by, int a, int b) {
  const int x[2]{a, b};
  return m.make(ops::compare{by}, x, 2, truth::descriptor);
}
/// a where c is true, else b.
constexpr int chosen(onnx_import& m, int c, int a, int b) {
  const int x[3]{c, a, b};
  return m.failed() ? 0 : m.make(ops::select{}, x, 3, m.at(a).number);
}
/// Value x in format y: nearest if that is of reals, else its fraction is cut off.
constexpr int cast(onnx_import& m, int x, const format& y) {
  if (m.failed() || m.at(x).number == y) return x;
  if (y == truth::descriptor) {
    return compared(m, comparison::not_equal, x, m.zero_of(m.at(x).number));
  }
  const int v = m.make(ops::to{}, &x, 1, y);
  const bool is_real = y == f32::descriptor || y == f16::descriptor;
  if (!m.failed() && !is_real) m.graph.values[v].round = rounding::toward_zero;
  return v;
}

/// A function of input 0, element by element: f(x) adds its nodes and returns their value.
template <class F>
constexpr void import_function(onnx_import& m, const F& f, int inputs = 1) {
  if (!m.has(inputs, inputs)) return;
  const onnx_entry e = m.read(0);
  m.write_like(m.failed() ? 0 : f(e.value), e);
}

/// Elu: x, or alpha (e^x - 1) below 0.
constexpr int elu_of(onnx_import& m, int x, float alpha) {
  const int y = of(m, unary_function::elu, x);
  if (alpha == 1) return y;
  const int below = times(m, both(m, ops::minimum{}, y, m.zero_of(f32::descriptor)), alpha);
  return sum(m, m.then(ops::relu{}, x), below);
}
constexpr void import_elu(onnx_import& m) {
  const float alpha = m.real("alpha", 1);
  import_function(m, [&](int x) { return elu_of(m, x, alpha); });
}
constexpr void import_selu(onnx_import& m) {
  const float alpha = m.real("alpha", 1.67326319217681884765625F);
  const float gamma = m.real("gamma", 1.05070102214813232421875F);
  import_function(m, [&](int x) { return times(m, elu_of(m, x, alpha), gamma); });
}
/// Celu: alpha elu(x / alpha).
constexpr void import_celu(onnx_import& m) {
  const float alpha = m.real("alpha", 1);
  import_function(m, [&](int x) {
    return times(m, of(m, unary_function::elu, times(m, x, 1 / alpha)), alpha);
  });
}
constexpr void import_hard_sigmoid(onnx_import& m) {
  const float alpha = m.real("alpha", 0.2F), beta = m.real("beta", 0.5F);
  import_function(
      m, [&](int x) { return m.then(ops::clamp{0, 1}, plus(m, times(m, x, alpha), beta)); });
}
/// Softplus: ln(1 + e^x) = max(x, 0) + ln(1 + e^-|x|).
constexpr int softplus_of(onnx_import& m, int x) {
  const int less = of(m, unary_function::negative, of(m, unary_function::absolute, x));
  const int share = plus(m, of(m, unary_function::exponential, less), 1);
  const int rest = of(m, unary_function::logarithm, share);
  return sum(m, m.then(ops::relu{}, x), rest);
}
constexpr void import_softplus(onnx_import& m) {
  import_function(m, [&](int x) { return softplus_of(m, x); });
}
constexpr void import_mish(onnx_import& m) {
  import_function(m, [&](int x) { return product(m, x, m.then(ops::tanh{}, softplus_of(m, x))); });
}
constexpr void import_softsign(onnx_import& m) {
  import_function(
      m, [&](int x) { return quotient(m, x, plus(m, of(m, unary_function::absolute, x), 1)); });
}
constexpr void import_reciprocal(onnx_import& m) {
  import_function(m, [&](int x) { return quotient(m, m.number(1), x); });
}
constexpr void import_thresholded_relu(onnx_import& m) {
  const float alpha = m.real("alpha", 1);
  import_function(m, [&](int x) {
    const int above = compared(m, comparison::greater, x, m.number(alpha));
    return chosen(m, above, x, m.zero_of(f32::descriptor));
  });
}
/// Shrink: 0 within +-lambd, the rest brought closer to 0 by bias.
constexpr void import_shrink(onnx_import& m) {
  const float lambd = m.real("lambd", 0.5F), bias = m.real("bias", 0);
  import_function(m, [&](int x) {
    const int above = compared(m, comparison::greater, x, m.number(lambd));
    const int below = compared(m, comparison::less, x, m.number(-lambd));
    const int less = plus(m, x, -bias), more = plus(m, x, bias);
    return chosen(m, below, more, chosen(m, above, less, m.zero_of(f32::descriptor)));
  });
}
/// Sign: whether x is above 0 less whether it is below.
constexpr void import_sign(onnx_import& m) {
  import_function(m, [&](int x) {
    const format as = m.at(x).number;
    const int zero = m.zero_of(as);
    const int above = cast(m, compared(m, comparison::greater, x, zero), as);
    return difference(m, above, cast(m, compared(m, comparison::less, x, zero), as));
  });
}
/// Sinh and Cosh: half of the difference, or of the sum, of e^x and e^-x.
constexpr void import_half_of_powers(onnx_import& m, bool summed) {
  import_function(m, [&](int x) {
    const int up = of(m, unary_function::exponential, x);
    const int down = of(m, unary_function::exponential, of(m, unary_function::negative, x));
    return times(m, summed ? sum(m, up, down) : difference(m, up, down), 0.5F);
  });
}
/// Tan: sine by cosine.
constexpr void import_tan(onnx_import& m) {
  import_function(m, [&](int x) {
    const int above = of(m, unary_function::sine, x);
    return quotient(m, above, of(m, unary_function::cosine, x));
  });
}
/// Gelu: with attribute approximate "tanh" its approximation.
constexpr void import_gelu(onnx_import& m) {
  const onnx_attribute how = m.file.attribute(m.index(), "approximate");
  const bool by_tanh = how && m.file.same(how.inside, "tanh");
  import_each(m, ops::unary{by_tanh ? unary_function::gelu_tanh : unary_function::gelu});
}
/// LeakyRelu; slopes that leaky_relu does not have are those of a prelu.
constexpr void import_leaky_relu(onnx_import& m) {
  const float alpha = m.real("alpha", 0.01F);
  if (alpha >= 0 && alpha <= 1) {
    return import_each(m, ops::leaky_relu{__builtin_bit_cast(wide_int, alpha)});
  }
  import_function(m, [&](int x) { return both(m, ops::prelu{}, x, m.number(alpha)); });
}

/// Dropout, which leaves every number as it is where nothing is trained; output 1 says so.
constexpr void import_dropout(onnx_import& m) {
  if (!m.has(1, 3, 2)) return;
  const known_integers trains = m.integers_of(2);
  if (trains.count > 0 && trains.at[0] != 0 && m.number_of(1, 0.5F) != 0) {
    return m.refuse({.refuse = error::onnx_a_Dropout_in_training_is_not_supported,
                     .message = "a Dropout in training is not supported"});
  }
  const onnx_entry e = m.read(0);
  m.write_like(e.value, e);
  if (m.failed() || m.output(1) < 0 || !m.room().needed[m.output(1)]) return;
  const extents s = m.at(e.value).shape;
  const int kept = m.constant_of({.list = {1, {1}}, .is_truth = true});
  const ops::broadcast_to all{s.rank, {s.d[0], s.d[1], s.d[2], s.d[3], s.d[4]}};
  m.write(m.then(all, kept), e.order, e.channels, 1);
}

/// IsNaN: what is not equal to itself.
constexpr void import_is_nan(onnx_import& m) {
  import_function(m, [&](int x) { return compared(m, comparison::not_equal, x, x); });
}
/// IsInf, of either sign or of one.
constexpr void import_is_inf(onnx_import& m) {
  const bool below = m.integer("detect_negative", 1, 0, 1) != 0,
             above = m.integer("detect_positive", 1, 0, 1) != 0;
  constexpr float infinity = __builtin_inff();
  import_function(m, [&](int x) {
    if (below && above) x = of(m, unary_function::absolute, x);
    if (!below && !above) return compared(m, comparison::less, x, x);
    return compared(m, comparison::equal, x, m.number(above ? infinity : -infinity));
  });
}

/// Mean: the sum by their number.
constexpr void import_mean(onnx_import& m) {
  if (!m.has(1, most_inputs)) return;
  const onnx_inputs in = inputs_in_one_order(m, m.inputs());
  int y = in.x[0];
  for (int k = 1; k < m.inputs(); ++k) y = sum(m, y, in.x[k]);
  write_as(m, times(m, y, 1.0F / static_cast<float>(maximum(m.inputs(), 1))), in.as);
}
/// Div: of integers, the quotient is cut off.
constexpr void import_div(onnx_import& m) {
  if (!m.has(2, 2)) return;
  const onnx_inputs in = inputs_in_one_order(m, 2);
  const int y = quotient(m, in.x[0], in.x[1]);
  if (!m.failed() && !is_f32(m.at(y).number)) m.graph.values[y].round = rounding::toward_zero;
  write_as(m, y, in.as);
}
/// Mod: a - b floor(a / b), or with attribute fmod a - b times the quotient that is cut off.
constexpr void import_mod(onnx_import& m) {
  if (!m.has(2, 2)) return;
  const bool has_sign_of_a = m.integer("fmod", 0, 0, 1) != 0;
  const onnx_inputs in = inputs_in_one_order(m, 2);
  if (m.failed()) return;
  const int a = in.x[0], b = in.x[1];
  int q = quotient(m, a, b);
  if (m.failed()) return;
  if (is_f32(m.at(a).number)) {
    if (!has_sign_of_a) {
      q = of(m, unary_function::floor, q);
    } else {
      const int size = of(m, unary_function::floor, of(m, unary_function::absolute, q));
      const int below = compared(m, comparison::less, q, m.zero_of(f32::descriptor));
      q = chosen(m, below, of(m, unary_function::negative, size), size);
    }
    return write_as(m, difference(m, a, product(m, b, q)), in.as);
  }
  m.graph.values[q].round = rounding::toward_zero;
  int rest = difference(m, a, product(m, b, q));
  if (!has_sign_of_a) {
    // where it has not the sign of b it is one b short
    const int zero = m.zero_of(index_format);
    const int is_below = compared(m, comparison::less, product(m, rest, b), zero);
    rest = chosen(m, is_below, sum(m, rest, b), rest);
  }
  write_as(m, rest, in.as);
}
/// Pow, in single precision; powers of integers are integers.
constexpr void import_pow(onnx_import& m) {
  if (!m.has(2, 2)) return;
  const auto is_power = [&](float n) {
    const int t = m.input(1);
    if (!m.is_constant(t)) return false;
    const onnx_numbers of = m.numbers(t);
    return of.holds_reals() && of.elements == 1 && of.shape.rank < 2 && m.number_of(1, 0) == n;
  };
  if (is_power(2)) {
    return import_function(m, [&](int x) { return of(m, unary_function::square, x); }, 2);
  }
  if (is_power(0.5F)) {
    return import_function(m, [&](int x) { return of(m, unary_function::square_root, x); }, 2);
  }
  const onnx_inputs in = inputs_in_one_order(m, 2);
  if (m.failed()) return;
  const format as = m.at(in.x[0]).number;
  const int a = cast(m, in.x[0], f32::descriptor), b = cast(m, in.x[1], f32::descriptor);
  const int y = both(m, ops::pairwise{pair_function::power}, a, b);
  if (is_f32(as)) return write_as(m, y, in.as);
  const int whole = m.make(ops::to{}, &y, 1, as);
  if (!m.failed()) m.graph.values[whole].round = rounding::half_away;
  write_as(m, whole, in.as);
}
constexpr void import_comparison(onnx_import& m, comparison by) {
  if (!m.has(2, 2)) return;
  const onnx_inputs in = inputs_in_one_order(m, 2);
  write_as(m, compared(m, by, in.x[0], in.x[1]), in.as);
}
constexpr void need_truths(onnx_import& m, const onnx_inputs& in, int count) {
  for (int k = 0; k < count && !m.failed(); ++k) {
    if (m.at(in.x[k]).number == truth::descriptor) continue;
    m.refuse({.refuse = error::onnx_a_logical_operator_takes_truths,
              .message = "a logical operator takes truths"});
  }
}
/// And is the smaller truth, Or the larger, Xor whether they differ.
constexpr void import_logical(onnx_import& m, onnx_schema::op of) {
  if (!m.has(2, 2)) return;
  const onnx_inputs in = inputs_in_one_order(m, 2);
  need_truths(m, in, 2);
  write_as(m,
           of == onnx_schema::op::and_  ? both(m, ops::minimum{}, in.x[0], in.x[1])
           : of == onnx_schema::op::or_ ? both(m, ops::maximum{}, in.x[0], in.x[1])
                                        : compared(m, comparison::not_equal, in.x[0], in.x[1]),
           in.as);
}
constexpr void import_not(onnx_import& m) {
  if (!m.has(1, 1)) return;
  const onnx_inputs in = inputs_in_one_order(m, 1);
  need_truths(m, in, 1);
  const int no = m.zero_of(truth::descriptor);
  write_as(m, compared(m, comparison::equal, in.x[0], no), in.as);
}
constexpr void import_where(onnx_import& m) {
  if (!m.has(3, 3)) return;
  const onnx_inputs in = inputs_in_one_order(m, 3);
  write_as(m, chosen(m, in.x[0], in.x[1], in.x[2]), in.as);
}
constexpr void import_prelu(onnx_import& m) {
  if (!m.has(2, 2)) return;
  const onnx_inputs in = inputs_in_one_order(m, 2);
  write_as(m, both(m, ops::prelu{}, in.x[0], in.x[1]), in.as);
}

/// Whether input 0 is a constant of reals or of codes.
constexpr bool is_of_numbers(onnx_import& m) {
  using onnx_schema::element;
  if (!m.is_constant(m.input(0))) return false;
  const element type = m.numbers(m.input(0)).type;
  return !m.failed() && (type == element::float32 || type == element::float16 ||
                         type == element::float64 || m.are_codes(type));
}
/// Cast and CastLike: to f32, to integers of 32 bits, to truths; of codes, which stand for
/// themselves, too. A constant stays one: halves are weights as they are.
constexpr void import_cast(onnx_import& m) {
  if (!m.has(1, 1)) return;
  const onnx_attribute to = m.file.attribute(m.index(), "to");
  const bool to_f32 = to.i == static_cast<int>(onnx_schema::element::float32);
  if (to_f32 && is_of_numbers(m)) return m.write_cast();
  if (m.has_codes(0)) m.reads = onnx_reads::codes;
  const onnx_entry e = m.codes_as_integers();
  if (m.failed()) return;
  const auto type = static_cast<onnx_schema::element>(clamp<std::int64_t>(to.i, 0, 255));
  if (m.are_codes(type)) {
    const int codes = cast(m, e.value, m.format_of_codes(type, 1, 0));
    return m.write_codes(codes, e, type);
  }
  m.write_like(cast(m, e.value, m.format_of(static_cast<int>(type))), e);
}
constexpr void import_cast_like(onnx_import& m) {
  if (!m.has(2, 2)) return;
  const int like = m.read(1).value;
  if (m.failed()) return;
  if (is_f32(m.at(like).number) && is_of_numbers(m)) return m.write_cast();
  const onnx_entry e = m.read(0);
  if (m.failed()) return;
  m.write_like(cast(m, e.value, m.at(like).number), e);
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
