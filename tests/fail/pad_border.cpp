// EXPECT: error::pad_takes_borders_of_0_or_more_cells, -1, 0>
// EXPECT: pad_border.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | pad({.left = -1});
});
