// EXPECT: the_layer_has_no_such_channel
#include "support.hpp"

constexpr parameters layer{
    constant<tensor<affine<std::int8_t, 0.01>, shape<2, 8>, ohwi>>{zeros<16>}};

inline constexpr auto graph = etch::graph([](input<tensor<affine<std::int8_t, 0.1>, shape<8>>> x) {
  using namespace etch::dsl;
  return x | dense(layer) | to<affine<std::int8_t, 1.0>>;
});
struct net : etch::network<graph> {};
static_assert(net::range("dense", 2).low < 0);
