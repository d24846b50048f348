// EXPECT: this network fetches its constants: run(fetch), with fetch(to, from, bytes)
// EXPECT: fetch_missing.cpp:12:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>>> x) {
  using namespace etch::dsl;
  return x | max_pool<2>;
});
struct net : etch::network<graph, etch::generic, etch::options{.fetch = true}> {};

net camera;
void see() { camera.run(); }
