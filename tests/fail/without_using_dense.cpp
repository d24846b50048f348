// EXPECT: say using namespace etch::dsl in the lambda: dense is a word of it
// EXPECT: without_using_dense.cpp:8:
#include "support.hpp"

constexpr parameters w{constant<tensor<q<0, 7>, shape<8, 256>>>{zeros<2048>}};

inline constexpr auto graph =
    etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) { return x | dense(w); });
