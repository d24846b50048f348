// EXPECT: error::gather_the_indices_are_whole_numbers_of_32_bits, 8, 0>
// EXPECT: gather_indices.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return gather<0>(x, x);
});
