// EXPECT: compile with -mcpu=cortex-m4
// EXPECT: kernel_of_another_machine.cpp:13:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<q<2, 5>>;
});
struct net : etch::network<graph, etch::cortex_m4> {};

void infer(net& n) { n.run(); }
