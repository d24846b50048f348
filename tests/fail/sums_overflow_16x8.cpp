// EXPECT: the sums of a layer can leave their accumulator: bits_of_sums<layer, need, have>; options{.sums = overflow::wraps} takes them as they are
// EXPECT: text<6>{"dense"}, 33, 32>::enough
#include "support.hpp"

// 102,400 weights, 127 each
using weight = affine<std::int8_t, 0.01, -127>;
constexpr parameters layer{constant<tensor<weight, shape<100, 1024>, ohwi>>{zeros<102'400>},
                           constant<tensor<etch::bias32, shape<100>>>{zeros<400>}};

inline constexpr auto graph =
    etch::graph([](input<tensor<affine<std::int16_t, 0.001>, shape<1024>>> x) {
      using namespace etch::dsl;
      return x | dense(layer) | to<affine<std::int16_t, 1.0>>;
    });
struct net : etch::network<graph> {};
