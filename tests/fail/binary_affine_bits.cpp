// EXPECT: error::affine_values_and_the_output_need_one_width_of_up_to_16_bits, 8, 16>
// EXPECT: binary_affine_bits.cpp:9:
#include "support.hpp"

using value = tensor<affine<std::int8_t, 0.05>, shape<4, 4, 2>>;

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return mul<affine<std::int16_t, 0.05>>(x, x);
});
