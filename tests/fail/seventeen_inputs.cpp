// EXPECT: error::an_operator_takes_at_most_sixteen_inputs, 17, 0>
// EXPECT: seventeen_inputs.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return concat(x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x);
});
