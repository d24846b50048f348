// EXPECT: graph: the lambda returns no wire: it ends with return
// EXPECT: graph_without_return.cpp:11:
// WITHIN: 10 lines: graph: the lambda returns no wire: it ends with return
// WITHIN: 10 lines: graph_without_return.cpp:11:
// LINES-GCC: 10
// LINES-CLANG: 12
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  x | conv2d(conv) | to<q<2, 5>> | relu;
});
