// EXPECT: error::leaky_relu_needs_a_slope_between_0_and_1, 1500000, 0>
// EXPECT: leaky_relu_slope.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | leaky_relu(1.5F);
});
