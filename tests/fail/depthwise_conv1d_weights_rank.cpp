// EXPECT: error::depthwise_conv1d_the_weights_need_two_dimensions_K_CM, 1, 0>
// EXPECT: depthwise_conv1d_weights_rank.cpp:9:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<9>>>{zeros<9>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 3>>> x) {
  using namespace etch::dsl;
  return x | depthwise_conv1d(conv) | to<q<2, 5>>;
});
