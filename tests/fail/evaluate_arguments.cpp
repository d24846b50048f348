// EXPECT: evaluate: one array of codes for each input of the network
// EXPECT: evaluate_arguments.cpp:12:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<4>>> x) {
  using namespace etch::dsl;
  return x | relu;
});
struct net : etch::network<graph> {};

constexpr signed char codes[4] = {1, 2, 3, 4};
constexpr auto y = net::evaluate(codes, codes);
