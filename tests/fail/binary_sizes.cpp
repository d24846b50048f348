// EXPECT: error::the_two_values_have_sizes_of_which_neither_is_1, 4, 3>
// EXPECT: binary_sizes.cpp:8:
#include "support.hpp"

inline constexpr auto graph = etch::graph(
    [](input<tensor<q<0, 7>, shape<4, 4, 2>>> x, input<tensor<q<0, 7>, shape<4, 3, 2>>> z) {
      using namespace etch::dsl;
      return mul<q<0, 7>>(x, z);
    });
