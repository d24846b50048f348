// EXPECT: error::proto_nn_gamma_is_a_positive_number, 0, 0>
// EXPECT: proto_nn_gamma.cpp:10:
#include "support.hpp"

inline constexpr constant<tensor<f32, shape<3, 8>, ohwi>> w{&zeros<96>[0]};
inline constexpr constant<tensor<f32, shape<5, 3>, ohwi>> b{&zeros<60>[0]};
inline constexpr constant<tensor<f32, shape<5, 4>, ohwi>> z{&zeros<80>[0]};
inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<8>>> x) {
  using namespace etch::dsl;
  return proto_nn<f32>(x, {.gamma = 0}, w, b, z);
});
