// EXPECT: error::depthwise_conv2d_the_weights_need_dimensions_1_KH_KW_CM, 4, 0>
// EXPECT: depthwise_conv2d_weights_shape.cpp:9:
#include "support.hpp"

constexpr parameters dw{constant<tensor<q<0, 7>, shape<4, 3, 3, 1>>>{zeros<4 * 3 * 3 * 1>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | depthwise_conv2d(dw) | to<q<2, 5>>;
});
