// EXPECT: graph: at most 4096 values and 4096 nodes, 256 where addresses have 16 bits
// EXPECT: too_many_values.cpp:5:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8>>> x) {
  using namespace etch::dsl;
  etch::wire y = x;
  for (int i = 0; i < 4096; ++i) y = y | relu;
  return y;
});
