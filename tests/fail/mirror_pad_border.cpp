// EXPECT: error::mirror_pad_a_border_is_larger_than_what_it_mirrors, 4, 3>
// EXPECT: mirror_pad_border.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | mirror_pad({.top = 4});
});
