// EXPECT: error::the_weights_lie_row_by_row_in_their_own_order_say_ohwi, 0, 0>
// EXPECT: weights_layout.cpp:10:
#include "support.hpp"

using filters = tensor<q<0, 7>, shape<4, 3, 3, 2>, etch::chw>;
constexpr parameters conv{constant<filters>{zeros<4 * 3 * 3 * 2>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 2>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<q<2, 5>>;
});
