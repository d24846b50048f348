// EXPECT: error::to_a_value_has_one_scale_not_one_for_each_channel, 4, 0>
// EXPECT: to_channel_scales.cpp:11:
#include "support.hpp"

inline constexpr double scales[4] = {0.01, 0.02, 0.03, 0.04};

using value = tensor<affine<std::int8_t, 0.05>, shape<8, 8, 4>>;

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return x | to<affine_channels<std::int8_t, scales>>;
});
