// EXPECT: best: a ranking has 1 to as many places as the output has elements
// EXPECT: best_places.cpp:11:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<4>>> x) {
  using namespace etch::dsl;
  return x | relu;
});
struct net : etch::network<graph> {};

auto five(net& n) { return etch::best<5>(n.output()); }
