// EXPECT: error::a_window_along_one_axis_needs_a_value_of_two_dimensions_L_C, 3, 8>
// EXPECT: line_rank.cpp:9:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<4, 3, 3>, ohwi>>{zeros<4 * 3 * 3>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 3>>> x) {
  using namespace etch::dsl;
  return x | conv1d(conv) | to<q<2, 5>>;
});
