// EXPECT: error::hard_swish_takes_f32_or_affine_values_of_8_bits, 16, 0>
// EXPECT: hard_swish_format.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 15>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | hard_swish;
});
