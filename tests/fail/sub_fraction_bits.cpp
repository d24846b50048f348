// EXPECT: error::sub_the_fraction_bits_of_the_values_are_too_far_apart, 31, 30>
// EXPECT: sub_fraction_bits.cpp:8:
#include "support.hpp"

inline constexpr auto graph = etch::graph(
    [](input<tensor<q<0, 7>, shape<4, 4, 2>>> x, input<tensor<q<23, -16>, shape<4, 4, 2>>> z) {
      using namespace etch::dsl;
      return sub<q<0, 7>>(x, z);
    });
