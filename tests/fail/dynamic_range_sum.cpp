// EXPECT: error::dynamic_range_a_sum_of_so_many_products_leaves_32_bits, 40000, 0>
// EXPECT: dynamic_range_sum.cpp:10:
#include "support.hpp"

using weights = tensor<affine<std::int8_t, 0.5>, shape<1, 40000>, ohwi>;
constexpr parameters inner{constant<weights>{zeros<40000>}};

inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<40000>>> x) {
  using namespace etch::dsl;
  return x | dynamic_range(dense(inner));
});
