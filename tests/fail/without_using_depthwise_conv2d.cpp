// EXPECT: say using namespace etch::dsl in the lambda: depthwise_conv2d is a word of it
// EXPECT: without_using_depthwise_conv2d.cpp:8:
#include "support.hpp"

constexpr parameters w{constant<tensor<q<0, 7>, shape<1, 3, 3, 4>, ohwi>>{zeros<3 * 3 * 4>}};

inline constexpr auto graph =
    etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) { return x | depthwise_conv2d(w); });
