// EXPECT: error::mul_the_product_of_the_values_needs_more_than_31_bits, 39, 31>
// EXPECT: mul_bits.cpp:8:
#include "support.hpp"

inline constexpr auto graph = etch::graph(
    [](input<tensor<q<0, 7>, shape<4, 4, 2>>> x, input<tensor<q<0, 31>, shape<4, 4, 2>>> z) {
      using namespace etch::dsl;
      return mul<q<0, 7>>(x, z);
    });
