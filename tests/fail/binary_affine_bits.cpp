// EXPECT: error::affine_values_and_the_output_need_the_same_8_or_16_bits, 8, 16>
// EXPECT: binary_affine_bits.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<affine<std::int8_t, 0.05>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return mul<affine<std::int16_t, 0.05>>(x, x);
});
