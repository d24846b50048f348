// EXPECT: error::global_avg_pool_sums_affine_values_and_f32, 0, 0>
// EXPECT: sum_formats.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | etch::ops::global_avg_pool{1};
});
