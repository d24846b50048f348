// EXPECT: error::batch_matmul_one_unit_of_the_sum_is_too_many_units_of_the_output, 14, 0>
// EXPECT: batch_matmul_far_sum.cpp:9:
#include "support.hpp"

using value = tensor<affine<std::int16_t, 1.0>, shape<8, 8>>;

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return batch_matmul<affine<std::int16_t, 0x1p-14>>(x, x);
});
