// EXPECT: error::l2_normalise_takes_affine_values_of_8_bits_or_floating_point, 16, 0>
// EXPECT: l2_normalise_format.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<7, 8>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | l2_normalise;
});
