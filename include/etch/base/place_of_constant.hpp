#pragma once

#include <etch/base/list.hpp>

namespace ETCH_NAMESPACE {

/// Where the codes of constant V of G lie: from byte `begin` of `array` on, which is the file that
/// G was read from or, elsewhere, their address; codes() is that for many looks. Compilers read the
/// bytes of an array with a fourth of the memory that they take for those behind an address.
template <const auto& G, int V>
struct place_of_constant {
  static constexpr const unsigned char* address = G.values[V].bytes;
  static constexpr const auto& array = address;
  static constexpr int begin = 0;
  static constexpr const unsigned char* codes() { return address; }
};
template <const auto& G, int V>
requires requires {
  typename detail::indices<G.values[V].bytes -
                           detail::bare<decltype(G)>::type::extensions_type::file>;
}
struct place_of_constant<G, V> {
  static constexpr const unsigned char* address = G.values[V].bytes;
  static constexpr const auto& array = detail::bare<decltype(G)>::type::extensions_type::file;
  static constexpr int begin = static_cast<int>(address - array);
  static constexpr const auto& codes() { return array; }
};

}  // namespace ETCH_NAMESPACE
