// EXPECT: error::unary_the_value_and_the_output_are_both_integers_or_neither, 8, 32>
// EXPECT: unary_kinds.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | exponential_to<f32>;
});
