// EXPECT: error::batch_matmul_takes_two_values_of_two_to_five_dimensions, 1, 0>
// EXPECT: batch_matmul_rank.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8>>> x) {
  using namespace etch::dsl;
  return batch_matmul<q<0, 7>>(x, x);
});
