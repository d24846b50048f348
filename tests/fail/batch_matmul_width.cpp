// EXPECT: error::batch_matmul_takes_integers_of_up_to_16_bits, 32, 0>
// EXPECT: batch_matmul_width.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<31, 0>, shape<8, 8>>> x) {
  using namespace etch::dsl;
  return batch_matmul<q<31, 0>>(x, x);
});
