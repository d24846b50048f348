// EXPECT: error::gru_the_shape_of_an_input_does_not_fit_the_others, 4, 0>
// EXPECT: gru_shape.cpp:11:
#include "support.hpp"

inline constexpr constant<tensor<f32, shape<6, 4>, ohwi>> w{&zeros<96>[0]};
inline constexpr constant<tensor<f32, shape<6, 5>, ohwi>> r{&zeros<144>[0]};
inline constexpr constant<tensor<f32, shape<6>>> b{&zeros<24>[0]};

inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<2, 3, 4>>> x) {
  using namespace etch::dsl;
  return gru<f32>(x, {}, w, w, w, r, r, r, b, b, b);
});
