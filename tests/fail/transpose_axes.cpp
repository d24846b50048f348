// EXPECT: error::transpose_the_axes_are_not_a_permutation_of_the_dimensions, 3, 3>
// EXPECT: transpose_axes.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | transpose<0, 1, 1>;
});
