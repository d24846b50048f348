// EXPECT: options{.input = arrival::rows}: the rows of the first input cannot come one by one
// EXPECT: rows_of_another_layout.cpp:14:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<4, 3, 3, 4>, ohwi>>{zeros<4 * 3 * 3 * 4>}};

inline constexpr auto graph =
    etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>, etch::chw>> x) {
      using namespace etch::dsl;
      return x | conv2d(conv) | to<q<2, 5>> | max_pool<2> | tap("features");
    });
using net = etch::network<graph, etch::generic, etch::options{.input = etch::arrival::rows}>;

net camera;
