// EXPECT: error::fastgrnn_the_shape_of_an_input_does_not_fit_the_others, 3, 0>
// EXPECT: fastgrnn_shape.cpp:11:
#include "support.hpp"

inline constexpr constant<tensor<f32, shape<2, 4>, ohwi>> first{&zeros<32>[0]};
inline constexpr constant<tensor<f32, shape<6, 2>, ohwi>> second{&zeros<48>[0]};
inline constexpr constant<tensor<f32, shape<6, 4>, ohwi>> u{&zeros<96>[0]};
inline constexpr constant<tensor<f32, shape<6>>> b{&zeros<24>[0]};
inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<2, 3, 4>>> x) {
  using namespace etch::dsl;
  return fastgrnn<f32>(x, {}, low_rank(first, second), u, b, b);
});
