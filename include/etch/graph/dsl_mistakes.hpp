// Likely mistakes in a network, each with a message that says what to write instead.
#pragma once

#include <etch/graph/pipe.hpp>

namespace ETCH_NAMESPACE {

/// x + y, x - y and x * y: not words of the language.
template <class T = void>
constexpr auto operator+(wire x, wire y) {
  static_assert(detail::never<T>, "wires have no +: add<F>(x, y), or add(x, y) in the format of x");
  return detail::apply_to_two<ops::minimum>(x, y, nullptr, rounding::standard, 0);
}
template <class T = void>
constexpr auto operator-(wire x, wire y) {
  static_assert(detail::never<T>, "wires have no -: sub<F>(x, y)");
  return detail::apply_to_two<ops::minimum>(x, y, nullptr, rounding::standard, 0);
}
template <class T = void>
constexpr auto operator*(wire x, wire y) {
  static_assert(detail::never<T>, "wires have no *: mul<F>(x, y)");
  return detail::apply_to_two<ops::minimum>(x, y, nullptr, rounding::standard, 0);
}
/// Layers of a lambda without `using namespace etch::dsl`: argument-dependent lookup finds these,
/// and the words themselves are better matches where they are visible.
template <class... A>
constexpr auto conv2d(const A&...) {
  static_assert(detail::never<A...>,
                "say using namespace etch::dsl in the lambda: conv2d is a word of it");
  return ops::flatten{};
}
template <class... A>
constexpr auto depthwise_conv2d(const A&...) {
  static_assert(detail::never<A...>,
                "say using namespace etch::dsl in the lambda: depthwise_conv2d is a word of it");
  return ops::flatten{};
}
template <class... A>
constexpr auto dense(const A&...) {
  static_assert(detail::never<A...>,
                "say using namespace etch::dsl in the lambda: dense is a word of it");
  return ops::flatten{};
}

}  // namespace ETCH_NAMESPACE
