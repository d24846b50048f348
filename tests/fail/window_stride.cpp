// EXPECT: error::stride_and_dilation_are_at_least_1_and_padding_at_least_0, 0, 0>
// EXPECT: window_stride.cpp:9:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv, {.stride = 0}) | to<q<2, 5>>;
});
