// EXPECT: a layer takes etch::parameters, not one of its constants: conv2d(w), not conv2d(w.weights)
// EXPECT: constant_for_parameters.cpp:13:
// WITHIN: 10 lines: a layer takes etch::parameters, not one of its constants: conv2d(w), not conv2d(w.weights)
// WITHIN: 10 lines: constant_for_parameters.cpp:13:
// LINES-GCC: 11
// LINES-CLANG: 18
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv.weights) | to<q<2, 5>> | relu;
});
