// EXPECT: error::rnn_pool_the_shape_of_an_input_does_not_fit_the_others, 5, 0>
// EXPECT: rnn_pool_shape.cpp:10:
#include "support.hpp"

inline constexpr constant<tensor<f32, shape<6, 4>, ohwi>> w{&zeros<96>[0]};
inline constexpr constant<tensor<f32, shape<6, 6>, ohwi>> u{&zeros<144>[0]};
inline constexpr constant<tensor<f32, shape<6>>> b{&zeros<24>[0]};
inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<5, 8, 4>>> x) {
  using namespace etch::dsl;
  return rnn_pool<f32, 3>(x, {}, w, u, b, b, w, u, b, b);
});
