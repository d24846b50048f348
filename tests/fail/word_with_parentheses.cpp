// EXPECT: this word has no parentheses: x | relu, not x | relu()
// EXPECT: word_with_parentheses.cpp:13:
// WITHIN: 10 lines: this word has no parentheses: x | relu, not x | relu()
// WITHIN: 10 lines: word_with_parentheses.cpp:13:
// LINES-GCC: 10
// LINES-CLANG: 12
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<q<2, 5>> | relu();
});
