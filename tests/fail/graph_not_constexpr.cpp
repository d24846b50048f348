// EXPECT: the_graph_is_a_constexpr_variable
// EXPECT: graph_not_constexpr.cpp:15:
// WITHIN: 10 lines: the_graph_is_a_constexpr_variable
// WITHIN: 10 lines: graph_not_constexpr.cpp:15:
// LINES-GCC: 18
// LINES-CLANG: 12
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<q<2, 5>> | relu;
});
struct net : etch::network<graph> {};
