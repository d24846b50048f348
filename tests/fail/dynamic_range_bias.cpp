// EXPECT: error::dynamic_range_the_bias_needs_one_f32_for_each_output_channel, 10, 10>
// EXPECT: dynamic_range_bias.cpp:11:
#include "support.hpp"

using weights = tensor<affine<std::int8_t, 0.5>, shape<10, 16>, ohwi>;
constexpr parameters inner{constant<weights>{zeros<160>},
                           constant<tensor<etch::bias32, shape<10>>>{zeros<40>}};

inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<16>>> x) {
  using namespace etch::dsl;
  return x | dynamic_range(dense(inner));
});
