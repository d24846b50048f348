// EXPECT: error::the_wires_belong_to_different_graphs, 0, 0>
// EXPECT: wire_of_no_graph.cpp:8:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  etch::wire skip;
  return add<q<1, 6>>(x | relu, skip);
});
