// EXPECT: 336 <= 256
// EXPECT: constant_bytes.cpp:13:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>>> x) {
  using namespace etch::dsl;
  return x | max_pool<2> | conv2d(conv) | to<q<2, 5>> | relu | tap("features");
});
struct net : etch::network<graph, etch::generic> {};

static_assert(net::constant_bytes <= 256);
