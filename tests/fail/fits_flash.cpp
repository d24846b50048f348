// EXPECT: the network has more constants than its budget: constant_budget<largest_layer, its_bytes, need, budget>
// EXPECT: fits_flash.cpp:13:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>>> x) {
  using namespace etch::dsl;
  return x | max_pool<2> | conv2d(conv) | to<q<2, 5>> | relu | tap("features");
});
struct net : etch::network<graph> {};

static_assert(etch::fits_flash<net, 256>);
