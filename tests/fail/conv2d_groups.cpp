// EXPECT: error::conv2d_the_groups_do_not_divide_the_channels, 3, 4>
// EXPECT: conv2d_groups.cpp:9:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv, {.groups = 3}) | to<q<2, 5>>;
});
