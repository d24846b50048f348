// EXPECT: frame_window: a run is due every frame or less often
// EXPECT: frame_window_hop.cpp:11:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<16, 3>>> x) {
  using namespace etch::dsl;
  return x | relu;
});
struct net : etch::network<graph> {};

etch::frame_window<net, 0> window;
