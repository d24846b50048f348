// EXPECT: error::lstm_the_shape_of_an_input_does_not_fit_the_others, 5, 0>
// EXPECT: lstm_shape.cpp:11:
#include "support.hpp"

inline constexpr constant<tensor<f32, shape<6, 4>, ohwi>> w{&zeros<96>[0]};
inline constexpr constant<tensor<f32, shape<6, 5>, ohwi>> r{&zeros<144>[0]};
inline constexpr constant<tensor<f32, shape<6>>> b{&zeros<24>[0]};

inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<2, 3, 4>>> x) {
  using namespace etch::dsl;
  return lstm<f32, f32>(x, {}, w, w, w, w, r, r, r, r, b, b, b, b);
});
