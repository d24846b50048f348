// Words for functions of one number and of two, comparisons and choices, and for state of one's
// own.
#pragma once

#include <etch/graph/pipe.hpp>

namespace ETCH_NAMESPACE {

namespace dsl {

/// x | absolute_to<F>, x | exponential_to<F>, ...: a function of each number in format F, of
/// integers or of numbers with a point of their own; unary_function says which.
template <unary_function Of, class F, rounding R = rounding::standard>
inline constexpr detail::formatted<ops::unary, F, R> unary_to{{Of}};
template <class F, rounding R = rounding::standard>
inline constexpr auto absolute_to = unary_to<unary_function::absolute, F, R>;
template <class F, rounding R = rounding::standard>
inline constexpr auto negative_to = unary_to<unary_function::negative, F, R>;
template <class F>
inline constexpr auto square_to = unary_to<unary_function::square, F>;
template <class F>
inline constexpr auto square_root_to = unary_to<unary_function::square_root, F>;
template <class F>
inline constexpr auto reciprocal_square_root_to =
    unary_to<unary_function::reciprocal_square_root, F>;
template <class F>
inline constexpr auto exponential_to = unary_to<unary_function::exponential, F>;
template <class F>
inline constexpr auto logarithm_to = unary_to<unary_function::logarithm, F>;
template <class F>
inline constexpr auto elu_to = unary_to<unary_function::elu, F>;
template <class F>
inline constexpr auto gelu_to = unary_to<unary_function::gelu, F>;
template <class F>
inline constexpr auto gelu_tanh_to = unary_to<unary_function::gelu_tanh, F>;
template <class F>
inline constexpr auto floor_to = unary_to<unary_function::floor, F>;
template <class F>
inline constexpr auto ceiling_to = unary_to<unary_function::ceiling, F>;
template <class F>
inline constexpr auto nearest_even_to = unary_to<unary_function::nearest_even, F>;
template <class F>
inline constexpr auto sine_to = unary_to<unary_function::sine, F>;
template <class F>
inline constexpr auto cosine_to = unary_to<unary_function::cosine, F>;
template <class F>
inline constexpr auto error_to = unary_to<unary_function::error, F>;

/// div<F>(x, y), squared_difference<F>(x, y) and power<F>(x, y): the quotient, the square of the
/// difference and x to the power of y in format F, of constants and with broadcasting as add.
template <class F, rounding R = rounding::standard, class A, class B>
constexpr wire div(const A& x, const B& y, int line = __builtin_LINE()) {
  constexpr format given = F::descriptor;
  return detail::apply_to_two(ops::pairwise{pair_function::quotient}, x, y, &given, R, line);
}
template <class F, rounding R = rounding::standard, class A, class B>
constexpr wire squared_difference(const A& x, const B& y, int line = __builtin_LINE()) {
  constexpr format given = F::descriptor;
  return detail::apply_to_two(ops::pairwise{pair_function::squared_difference}, x, y, &given, R,
                              line);
}
template <class F, rounding R = rounding::standard, class A, class B>
constexpr wire power(const A& x, const B& y, int line = __builtin_LINE()) {
  constexpr format given = F::descriptor;
  return detail::apply_to_two(ops::pairwise{pair_function::power}, x, y, &given, R, line);
}
/// compare<comparison::less>(x, y): whether x[i] < y[i], 1 or 0, a `truth`; constants and
/// broadcasting as add.
template <comparison By, class A, class B>
constexpr wire compare(const A& x, const B& y, int line = __builtin_LINE()) {
  return detail::apply_to_two(ops::compare{By}, x, y, nullptr, rounding::standard, line);
}
/// select(c, x, y): x[i] where c[i] is true, else y[i]; x and y, of one format, may be constants,
/// and all three broadcast.
template <class A, class B>
constexpr wire select(wire_at c, const A& x, const B& y) {
  builder& g = *c.graph;
  const wire all[3]{c, detail::to_wire(g, x), detail::to_wire(g, y)};
  return detail::apply(ops::select{}, all, 3, nullptr, rounding::standard);
}
/// state<T>(x): a value of tensor type T in the graph of x that keeps its codes from run to run and
/// begins as real 0.
template <class T>
constexpr wire state(wire_at x) {
  return detail::state_wire(*x.graph, describe<T>());
}
/// keep(y, next, state, next, state, ...): y; each state becomes `next` for the next run. It is
/// written behind all that reads a state.
template <class... W>
constexpr wire keep(wire_at y, W... pairs) {
  const wire all[]{y, wire(pairs)...};
  return detail::apply(ops::keep{}, all, 1 + static_cast<int>(sizeof...(W)), nullptr,
                       rounding::standard);
}

}  // namespace dsl

}  // namespace ETCH_NAMESPACE
