// EXPECT: error::conv2d_the_weights_have_other_input_channels_than_the_value, 4, 3>
// EXPECT: conv2d_input_channels.cpp:13:
// WITHIN: 10 lines: refusal_at<13,
// WITHIN: 10 lines: error::conv2d_the_weights_have_other_input_channels_than_the_value, 4, 3>
// LINES-GCC: 34
// LINES-CLANG: 60
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{zeros<8 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 3>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<q<2, 5>>;
});
