// EXPECT: error::global_avg_pool_needs_three_or_four_dimensions_H_W_C, 1, 0>
// EXPECT: global_avg_pool_rank.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<64>>> x) {
  using namespace etch::dsl;
  return x | global_avg_pool;
});
