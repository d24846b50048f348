// EXPECT: wires have no *: mul<F>(x, y)
// EXPECT: wires_times.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x * (x | relu);
});
