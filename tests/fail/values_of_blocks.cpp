// EXPECT: error::blocks_that_share_a_scale_are_for_weights_not_for_values, 0, 0>
// EXPECT: values_of_blocks.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<etch::f32, shape<10>>> x) {
  using namespace etch::dsl;
  return x | to<etch::mxfp4>;
});
