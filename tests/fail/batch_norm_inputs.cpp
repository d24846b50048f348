// EXPECT: error::batch_norm_takes_a_value_and_2_or_4_constants, 2, 0>
// EXPECT: batch_norm_inputs.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<4, 4, 3>>> x) {
  using namespace etch::dsl;
  return apply(etch::ops::batch_norm{}, x, x);
});
