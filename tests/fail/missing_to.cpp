// EXPECT: error::the_accumulator_reaches_an_operator_that_needs_a_format_say_to_F, 0, 0>
// EXPECT: the graph is refused: refusal_at<line, sentence, have, want>
// EXPECT: missing_to.cpp:14:
// WITHIN: 10 lines: refusal_at<14,
// WITHIN: 10 lines: error::the_accumulator_reaches_an_operator_that_needs_a_format_say_to_F, 0, 0>
// LINES-GCC: 34
// LINES-CLANG: 60
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | relu;
});
