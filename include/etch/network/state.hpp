// State: values that keep their codes from run to run (recurrent layers), and how they begin.
#pragma once

#include <etch/kernel/kernel.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// Writes the first value of state V: the bytes that the graph gives it, or real 0.
template <const auto& G, int V, class T>
constexpr void begin_state(T* codes) {
  using v = typed_value<G, V>;
  constexpr const unsigned char* bytes = G.values[V].bytes;
  constexpr auto zero = static_cast<T>(v::kind::encode(v::is.number, 0.0));
  for (int i = 0; i < v::span; ++i) {
    if constexpr (!is_null(bytes)) codes[i] = load<T>(bytes, i);
    else codes[i] = zero;
  }
}

}  // namespace detail

}  // namespace ETCH_NAMESPACE
