// EXPECT: error::a_pool_needs_a_window_of_at_least_1_cell, 0, 2>
// EXPECT: pool_without_window.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | max_pool<0, 2>;
});
