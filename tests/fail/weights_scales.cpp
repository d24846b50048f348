// EXPECT: error::the_weights_need_one_scale_for_each_output_channel, 3, 8>
// EXPECT: weights_scales.cpp:13:
#include "support.hpp"

inline constexpr double scales[3] = {0.01, 0.02, 0.03};
using filters = tensor<affine_channels<std::int8_t, scales>, shape<8, 3, 3, 4>, ohwi>;
constexpr parameters conv{constant<filters>{zeros<8 * 3 * 3 * 4>}};

using value = tensor<affine<std::int8_t, 0.05, -3>, shape<8, 8, 4>>;

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<affine<std::int8_t, 0.1>>;
});
