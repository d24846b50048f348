// EXPECT: say using namespace etch::dsl in the lambda: conv2d is a word of it
// EXPECT: graph: the lambda over input<tensor<...>> does not compile: its first line says using namespace etch::dsl
// EXPECT: without_using.cpp:13:
// WITHIN: 10 lines: say using namespace etch::dsl in the lambda: conv2d is a word of it
// WITHIN: 10 lines: without_using.cpp:13:
// LINES-GCC: 32
// LINES-CLANG: 28
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph(
    [](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) { return x | conv2d(conv) | to<q<2, 5>> | relu; });
