// EXPECT: error::the_accumulator_reaches_an_operator_that_needs_a_format_say_to_F, 0, 0>
// EXPECT: the graph is refused: refusal<sentence, have, want>
// EXPECT: missing_to.cpp:10:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | relu;
});
