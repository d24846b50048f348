// EXPECT: error::select_the_condition_is_a_truth_as_less_and_its_like_give, 8, 0>
// EXPECT: select_condition.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return select(x, x, x);
});
