// EXPECT: error::sigmoid_and_tanh_take_affine_int8_of_a_scale_below_8, 0, 0>
// EXPECT: curve_int8_scale.cpp:9:
#include "support.hpp"

using value = tensor<affine<std::int8_t, 8.0>, shape<4, 4, 2>>;

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return x | sigmoid;
});
