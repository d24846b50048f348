// EXPECT: error::gather_takes_a_value_and_indices, 1, 0>
// EXPECT: gather_inputs.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | etch::ops::gather{};
});
