// EXPECT: error::sigmoid_and_tanh_take_affine_values_of_8_or_16_bits, 32, 0>
// EXPECT: activation_bits.cpp:9:
#include "support.hpp"

using value = tensor<affine<std::int32_t, 0.05>, shape<4, 4, 2>>;

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return x | tanh;
});
