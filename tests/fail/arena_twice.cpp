// EXPECT: an arena for several networks names one of them twice
// EXPECT: arena_twice.cpp:11:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8>>> x) {
  using namespace etch::dsl;
  return x | relu;
});
struct net : etch::network<graph> {};

etch::concurrent_arena<net, net> memory;
