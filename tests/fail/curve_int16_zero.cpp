// EXPECT: error::sigmoid_and_tanh_take_affine_int16_with_zero_point_0_and_a_scale_below_2, 7, 0>
// EXPECT: curve_int16_zero.cpp:9:
#include "support.hpp"

using value = tensor<affine<std::int16_t, 0.001, 7>, shape<4, 4, 2>>;

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return x | sigmoid;
});
