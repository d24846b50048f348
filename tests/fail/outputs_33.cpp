// EXPECT: outputs: a graph has at most 32 outputs
// EXPECT: outputs_33.cpp:5:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<4>>> x) {
  using namespace etch::dsl;
  return outputs(x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x,  // seventeen
                 x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x);    // and sixteen
});
