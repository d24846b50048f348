// EXPECT: this network runs by rows: run() and run_step() alone
// EXPECT: rows_have_no_layers.cpp:14:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<4, 3, 3, 4>, ohwi>>{zeros<4 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<q<2, 5>> | max_pool<2> | tap("features");
});
struct net : etch::network<graph, etch::generic, etch::options{.ram = etch::ram::smallest}> {};

net camera;
void see() { camera.run_layer(0); }
