// What a program asks of an output: the largest element, the best few, real numbers.
#pragma once

#include <etch/network/view.hpp>

namespace ETCH_NAMESPACE {

/// An element of an output, counted in logical (N,H,W,C) order, and the number that it stands for.
struct score {
  int index = -1;
  float real = 0;
};
/// The best Count elements, the best first.
template <int Count>
struct ranking {
  score of[Count]{};
  constexpr const score& operator[](int i) const { return of[i]; }
  static constexpr int size() { return Count; }
  constexpr const score* begin() const { return of; }
  constexpr const score* end() const { return of + Count; }
};

namespace detail {

/// Calls use(i, code) with each element in logical order.
template <class View, class Use>
constexpr void for_each_code(const View& y, const Use& use) {
  constexpr extents e = View::shape;
  for (int n = 0, i = 0; n < e.n(); ++n) {
    for (int h = 0; h < e.h(); ++h) {
      for (int w = 0; w < e.w(); ++w) {
        for (int c = 0; c < e.c(); ++c, ++i) {
          use(i, static_cast<typename View::storage>(y.at(n, h, w, c)));
        }
      }
    }
  }
}

/// The number that a code stands for; of integers as TensorFlow Lite's DEQUANTIZE, in single
/// precision.
template <class View>
constexpr float number_of(const typename View::storage& code) {
  constexpr format f = View::number;
  if constexpr (View::kind::is_integer) {
    constexpr auto unit = static_cast<float>(f.unit());
    return unit * static_cast<float>(static_cast<std::int64_t>(code) - f.zero);
  } else {
    return static_cast<float>(View::kind::decode(f, code));
  }
}

}  // namespace detail

/// The place of the largest element in logical order, the first of equals: the class that a network
/// decides for. Codes are compared: with or without softmax it is the same.
template <class Value, class Pointer>
constexpr int arg_max(const tensor_view<Value, Pointer>& y) {
  using view = tensor_view<Value, Pointer>;
  int best = 0;
  auto largest = static_cast<typename view::storage>(y.at(0, 0, 0, 0));
  detail::for_each_code(y, [&](int i, const typename view::storage& code) {
    if (largest < code) largest = code, best = i;
  });
  return best;
}

/// The largest Count elements as real numbers, the largest first, the first of equals first.
template <int Count, class Value, class Pointer>
constexpr ranking<Count> best(const tensor_view<Value, Pointer>& y) {
  using view = tensor_view<Value, Pointer>;
  static_assert(Count >= 1 && Count <= Value::is.shape.size(),
                "best: a ranking has 1 to as many places as the output has elements");
  ranking<Count> found;
  int known = 0;
  detail::for_each_code(y, [&](int i, const typename view::storage& code) {
    const float real = detail::number_of<view>(code);
    int at = known < Count ? known++ : Count;
    for (; at > 0 && found.of[at - 1].real < real; --at) {
      if (at < Count) found.of[at] = found.of[at - 1];
    }
    if (at < Count) found.of[at] = {i, real};
  });
  return found;
}

/// Writes every element as a real number, in logical order: what quantise_input is to an input.
template <class Value, class Pointer>
constexpr void dequantise_output(const tensor_view<Value, Pointer>& y, float* x) {
  using view = tensor_view<Value, Pointer>;
  detail::for_each_code(
      y, [&](int i, const typename view::storage& code) { x[i] = detail::number_of<view>(code); });
}

}  // namespace ETCH_NAMESPACE
