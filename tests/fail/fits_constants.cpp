// EXPECT: the network has more constants than its budget: constant_budget<largest_layer, its_bytes, need, budget>
// EXPECT: text<9>{"features"}, 176, 240, 128>::kept
// EXPECT: fits_constants.cpp:17:
// WITHIN: 10 lines: text<9>{"features"}, 176, 240, 128>::kept
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<4, 3, 3, 4>, ohwi>>{zeros<4 * 3 * 3 * 4>}};
constexpr parameters small{constant<tensor<q<0, 7>, shape<4, 3, 3, 1>, ohwi>>{zeros<4 * 3 * 3>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 1>>> x) {
  using namespace etch::dsl;
  auto first = x | max_pool<2> | conv2d(small) | to<q<2, 5>> | relu | tap("first");
  return first | conv2d(conv) | to<q<2, 5>> | relu | tap("features");
});
struct net : etch::network<graph, etch::generic, etch::options{.slim = false}> {};

static_assert(etch::fits_constants<net, 128>);
