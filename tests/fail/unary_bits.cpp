// EXPECT: error::unary_functions_take_and_give_integers_of_at_most_16_bits, 32, 0>
// EXPECT: unary_bits.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<31, 0>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | square_root_to<q<7, 0>>;
});
