// EXPECT: error::conv2d_the_weights_need_four_dimensions_O_KH_KW_I, 3, 0>
// EXPECT: conv2d_weights_rank.cpp:9:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<3, 3, 4>>>{zeros<3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<q<2, 5>>;
});
