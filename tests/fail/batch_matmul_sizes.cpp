// EXPECT: error::batch_matmul_the_rows_and_columns_that_are_summed_differ, 4, 8>
// EXPECT: batch_matmul_sizes.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 4>>> x) {
  using namespace etch::dsl;
  return batch_matmul<q<0, 7>>(x, x);
});
