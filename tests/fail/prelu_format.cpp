// EXPECT: error::prelu_takes_f32_or_affine_values_and_affine_slopes_of_8_bits, 8, 8>
// EXPECT: prelu_format.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return prelu<q<0, 7>>(x, x);
});
