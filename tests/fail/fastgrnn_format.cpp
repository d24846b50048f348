// EXPECT: error::fastgrnn_the_format_of_an_input_does_not_fit_the_others, 3, 0>
// EXPECT: fastgrnn_format.cpp:11:
#include "support.hpp"

using code = affine<std::int8_t, 1.0 / 128>;
inline constexpr constant<tensor<code, shape<6, 4>, ohwi>> w{&zeros<24>[0]};
inline constexpr constant<tensor<code, shape<6, 6>, ohwi>> u{&zeros<36>[0]};
inline constexpr constant<tensor<f32, shape<6>>> b{&zeros<24>[0]};
inline constexpr auto graph = etch::graph([](input<tensor<code, shape<2, 3, 4>>> x) {
  using namespace etch::dsl;
  return fastgrnn<code>(x, {}, w, u, b, b);
});
