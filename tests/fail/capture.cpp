// EXPECT: graph: the lambda captures nothing; weights are inline constexpr
// EXPECT: capture.cpp:7:
#include "support.hpp"

void build() {
  const int low = 3;
  constexpr auto graph = etch::graph([low](input<tensor<q<0, 7>, shape<4>>> x) {
    using namespace etch::dsl;
    return x | clamp(low, 5);
  });
}
