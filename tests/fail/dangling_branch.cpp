// EXPECT: error::a_branch_ends_nowhere_its_value_is_neither_read_nor_an_output, 1, 0>
// EXPECT: the graph is refused: refusal<sentence, have, want>
// EXPECT: dangling_branch.cpp:6:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  auto trunk = x | max_pool<2>;
  auto branch = trunk | relu;
  return trunk | global_avg_pool;
});
