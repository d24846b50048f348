// EXPECT: a region of the network overflows: region_budget<region, at_layer, need, budget>
// EXPECT: text<5>{"sram"}
// EXPECT: text<7>{"conv2d"}, 4096, 3072>::kept
// EXPECT: region_overflow.cpp:14:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<4, 3, 3, 4>, ohwi>>{zeros<4 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<q<2, 5>> | max_pool<2> | tap("features");
});
constexpr etch::options options{.regions = {{"dtcm", 4_KiB}, {"sram", 3_KiB}}};
struct net : etch::network<graph, etch::generic, options> {};

constexpr int bytes = net::ram_bytes;
