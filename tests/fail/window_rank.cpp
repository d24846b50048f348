// EXPECT: error::a_window_needs_a_value_of_three_or_four_dimensions_H_W_C, 1, 0>
// EXPECT: window_rank.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<64>>> x) {
  using namespace etch::dsl;
  return x | max_pool<2>;
});
