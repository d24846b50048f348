// EXPECT: graph: a graph has at most 32 inputs
#include "support.hpp"

using x = input<tensor<q<0, 7>, shape<4>>>;

inline constexpr auto graph = etch::graph([](x a, x, x, x, x, x, x, x, x, x, x,  // eleven
                                             x, x, x, x, x, x, x, x, x, x, x,    // twenty-two
                                             x, x, x, x, x, x, x, x, x, x, x) { return a; });
