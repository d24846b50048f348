// Networks whose formats have a unit of 1, so that sums are codes: what proofs of small networks
// are written in.
#pragma once

#include <etch/etch.hpp>

namespace unit {

using namespace etch;

constexpr options slim{.slim = true};
template <const auto& G>
using net = network<G, generic, slim>;

using code = q<7, 0>;
using byte = affine<std::int8_t, 1.0>;
using wide = affine<std::int16_t, 1.0>;
template <int... D>
using codes = tensor<code, shape<D...>>;
template <int... D>
using weights = constant<tensor<code, shape<D...>, ohwi>>;
template <int C>
using biases = constant<tensor<bias32, shape<C>>>;

constexpr channel_counts counts(int total, int live, int constant, int unread, int kept) {
  return {.total = total, .live = live, .constant = constant, .unread = unread, .kept = kept};
}

inline constexpr signed char slopes[2][1][1][1]{{{{3}}}, {{{-2}}}};
inline constexpr signed char ten_and_20[2]{10, 20};

}  // namespace unit
