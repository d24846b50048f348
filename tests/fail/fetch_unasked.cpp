// EXPECT: this network fetches no constants: it has no options{.fetch = true}
// EXPECT: fetch_unasked.cpp:13:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>>> x) {
  using namespace etch::dsl;
  return x | max_pool<2>;
});
struct net : etch::network<graph, etch::generic> {};

net camera;
void see() {
  camera.run([](void*, const void*, unsigned) {});
}
