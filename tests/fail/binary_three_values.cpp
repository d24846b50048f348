// EXPECT: error::this_operator_takes_two_values, 3, 0>
// EXPECT: binary_three_values.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return apply(etch::ops::minimum{}, x, x, x);
});
