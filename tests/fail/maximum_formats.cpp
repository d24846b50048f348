// EXPECT: error::maximum_the_values_have_different_formats_say_to_F_before, 0, 0>
// EXPECT: maximum_formats.cpp:8:
#include "support.hpp"

inline constexpr auto graph = etch::graph(
    [](input<tensor<q<0, 7>, shape<4, 4, 2>>> x, input<tensor<q<1, 6>, shape<4, 4, 2>>> z) {
      using namespace etch::dsl;
      return maximum(x, z);
    });
