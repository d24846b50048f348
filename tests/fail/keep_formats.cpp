// EXPECT: error::keep_a_state_takes_a_value_of_its_own_shape_and_format, 1, 0>
// EXPECT: keep_formats.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return keep(x, x, state<tensor<q<3, 4>, shape<4, 2, 2>>>(x));
});
