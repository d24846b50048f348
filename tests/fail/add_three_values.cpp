// EXPECT: error::add_takes_two_values, 3, 0>
// EXPECT: add_three_values.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return apply(etch::ops::add{}, x, x, x);
});
