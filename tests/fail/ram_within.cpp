// EXPECT: the network needs more RAM than its budget: ram_budget<at_layer, need, budget>
// EXPECT: text<7>{"conv2d"}, 4416, 4096>::kept
// EXPECT: ram_within.cpp:12:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<4, 3, 3, 4>, ohwi>>{zeros<4 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<q<2, 5>> | max_pool<2> | tap("features");
});
struct net : etch::network<graph, etch::generic, etch::options{.ram = etch::ram::within(4_KiB)}> {};

static_assert(net::ram_bytes <= 4_KiB);
