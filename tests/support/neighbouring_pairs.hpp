// Layers of conv2d whose filters Armv7E-M multiplies in pairs of neighbours.
#pragma once

#include "shapes.hpp"
#include "tried.hpp"

namespace test {

/// Layer l in `how`, by weights that make such pairs.
constexpr layer in_pairs(scheme how, layer l) {
  l.how = how, l.weights = 3;
  return l;
}
/// The call of conv2d of layer L.
template <layer L>
using conv2d_call = etch::call<tried<L, kind::conv2d>::node, 0>;

}  // namespace test
