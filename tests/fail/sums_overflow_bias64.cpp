// EXPECT: the sums of a layer can leave their accumulator: bits_of_sums<layer, need, have>; options{.sums = overflow::wraps} takes them as they are
// EXPECT: text<6>{"dense"}, 50, 48>::enough
#include "support.hpp"

// The multiplier that ends a sum of 64 bits takes 16 of them: no room for a bias of 2^48.
constexpr unsigned char bias[8]{0, 0, 0, 0, 0, 0, 1};
constexpr parameters layer{constant<tensor<affine<std::int8_t, 0.01>, shape<1, 4>, ohwi>>{zeros<4>},
                           constant<tensor<etch::bias64, shape<1>>>{bias}};

inline constexpr auto graph =
    etch::graph([](input<tensor<affine<std::int16_t, 0.001>, shape<4>>> x) {
      using namespace etch::dsl;
      return x | dense(layer) | to<affine<std::int16_t, 1.0>>;
    });
struct net : etch::network<graph> {};
