// EXPECT: wires have no +: add<F>(x, y), or add(x, y) in the format of x
// EXPECT: wires_plus.cpp:14:
// WITHIN: 10 lines: wires have no +: add<F>(x, y), or add(x, y) in the format of x
// WITHIN: 10 lines: wires_plus.cpp:14:
// LINES-GCC: 10
// LINES-CLANG: 12
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  auto y = x | relu;
  return x + y;
});
