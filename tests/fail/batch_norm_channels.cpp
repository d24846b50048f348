// EXPECT: error::batch_norm_the_constants_need_one_number_for_each_channel, 3, 4>
// EXPECT: batch_norm_channels.cpp:9:
#include "support.hpp"

constexpr constant<tensor<f32, shape<3>>> three{zeros<4 * 3>};

inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<2, 2, 4>>> x) {
  using namespace etch::dsl;
  return x | batch_norm(three, three);
});
