// EXPECT: error::conv1d_the_weights_need_three_dimensions_O_K_I, 4, 0>
// EXPECT: conv1d_weights_rank.cpp:9:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<4, 1, 3, 3>, ohwi>>{zeros<4 * 3 * 3>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 3>>> x) {
  using namespace etch::dsl;
  return x | conv1d(conv) | to<q<2, 5>>;
});
