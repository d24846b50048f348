// EXPECT: a budget is 0 to 2^31 - 1 bytes: budget_of<have, most>
// EXPECT: budget_of<3000000000, 2147483647>::says_something
// EXPECT: budget_too_large.cpp:12:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>>> x) {
  using namespace etch::dsl;
  return x | max_pool<2>;
});
struct net : etch::network<graph> {};

static_assert(etch::fits_ram<net, 3000000000>);
