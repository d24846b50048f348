// EXPECT: error::proto_nn_the_shape_of_an_input_does_not_fit_the_others, 3, 0>
// EXPECT: proto_nn_shape.cpp:10:
#include "support.hpp"

inline constexpr constant<tensor<f32, shape<3, 8>, ohwi>> w{&zeros<96>[0]};
inline constexpr constant<tensor<f32, shape<5, 3>, ohwi>> b{&zeros<60>[0]};
inline constexpr constant<tensor<f32, shape<4, 5>, ohwi>> z{&zeros<80>[0]};
inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<8>>> x) {
  using namespace etch::dsl;
  return proto_nn<f32>(x, {}, w, b, z);
});
