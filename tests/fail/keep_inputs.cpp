// EXPECT: error::keep_takes_a_value_and_pairs_of_a_next_value_and_its_state, 2, 0>
// EXPECT: keep_inputs.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return apply(etch::ops::keep{}, x, x);
});
