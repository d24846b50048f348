// EXPECT: error::svdf_the_shape_of_an_input_does_not_fit_the_others, 2, 0>
// EXPECT: svdf_shape.cpp:11:
#include "support.hpp"

inline constexpr constant<tensor<f32, shape<8, 4>, ohwi>> feature{&zeros<128>[0]};
inline constexpr constant<tensor<f32, shape<4, 5>, ohwi>> time_weights{&zeros<160>[0]};
inline constexpr constant<tensor<f32, shape<4>>> bias{&zeros<16>[0]};

inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<1, 4>>> x) {
  using namespace etch::dsl;
  return svdf<f32, f32>(x, 2, feature, time_weights, bias);
});
