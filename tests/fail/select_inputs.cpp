// EXPECT: error::select_takes_a_condition_and_two_values, 2, 0>
// EXPECT: select_inputs.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return apply(etch::ops::select{}, compare<etch::comparison::less>(x, x), x);
});
