// EXPECT: error::fastgrnn_gates_have_12_to_15_fraction_bits_and_zeta_and_nu_are_0_to_1, 12, 0>
// EXPECT: fastgrnn_shares.cpp:10:
#include "support.hpp"

inline constexpr constant<tensor<f32, shape<6, 4>, ohwi>> w{&zeros<96>[0]};
inline constexpr constant<tensor<f32, shape<6, 6>, ohwi>> u{&zeros<144>[0]};
inline constexpr constant<tensor<f32, shape<6>>> b{&zeros<24>[0]};
inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<2, 3, 4>>> x) {
  using namespace etch::dsl;
  return fastgrnn<f32>(x, {.zeta = 2}, w, u, b, b);
});
