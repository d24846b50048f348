// EXPECT: output: no output of the graph has this name
// EXPECT: output_name.cpp:11:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<4>>> x) {
  using namespace etch::dsl;
  return x | relu | tap("y");
});
struct net : etch::network<graph> {};

auto result(net& n) { return n.output<"logits">(); }
