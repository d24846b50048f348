// EXPECT: error::depthwise_conv2d_the_channels_do_not_divide_the_filters, 6, 4>
// EXPECT: depthwise_conv2d_filters.cpp:9:
#include "support.hpp"

constexpr parameters dw{constant<tensor<q<0, 7>, shape<1, 3, 3, 6>>>{zeros<1 * 3 * 3 * 6>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | depthwise_conv2d(dw) | to<q<2, 5>>;
});
