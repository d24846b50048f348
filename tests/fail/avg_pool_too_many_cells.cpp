// EXPECT: error::the_sum_of_the_cells_to_average_leaves_32_bits, 65536, 16>
// EXPECT: avg_pool_too_many_cells.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 15>, shape<256, 256, 1>>> x) {
  using namespace etch::dsl;
  return x | avg_pool<256>;
});
