// EXPECT: the network needs more RAM than its budget: ram_budget<at_layer, need, budget>
// EXPECT: text<9>{"max_pool"}, 5120, 4096>::kept
// EXPECT: fits_ram_elsewhere.cpp:14:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>>> x) {
  using namespace etch::dsl;
  return x | max_pool<2> | conv2d(conv) | to<q<2, 5>> | relu | tap("features");
});
struct net : etch::network<graph> {};

static_assert(etch::fits_ram<net::on<etch::cortex_m0>, 4_KiB>);
