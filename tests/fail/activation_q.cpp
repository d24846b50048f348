// EXPECT: error::sigmoid_and_tanh_take_q_with_0_to_3_integer_bits, 8, 3>
// EXPECT: activation_q.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<4, 3>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | sigmoid;
});
