// EXPECT: error::batch_norm_epsilon_is_a_number_of_0_or_more, 0, 0>
// EXPECT: batch_norm_epsilon.cpp:9:
#include "support.hpp"

constexpr constant<tensor<f32, shape<3>>> three{zeros<4 * 3>};

inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<4, 4, 3>>> x) {
  using namespace etch::dsl;
  return x | batch_norm(three, three, three, three, {.epsilon = -1.0F});
});
