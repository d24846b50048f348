// EXPECT: error::leaky_relu_takes_affine_values_of_up_to_16_bits, 32, 0>
// EXPECT: leaky_relu_width.cpp:9:
#include "support.hpp"

using value = tensor<affine<std::int32_t, 0.05>, shape<10>>;

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return x | leaky_relu(0.5F);
});
