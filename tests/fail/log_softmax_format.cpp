// EXPECT: error::log_softmax_takes_affine_values_of_8_bits_or_floating_point, 16, 0>
// EXPECT: log_softmax_format.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<7, 8>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | log_softmax;
});
