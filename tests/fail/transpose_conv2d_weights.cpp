// EXPECT: error::transpose_conv2d_the_weights_are_not_O_KH_KW_I_of_the_channels, 4, 4>
// EXPECT: transpose_conv2d_weights.cpp:10:
#include "support.hpp"

inline constexpr parameters w{constant<tensor<q<0, 7>, shape<8, 3, 3, 2>, ohwi>>{&zeros<144>[0]},
                              constant<tensor<q<8, 7>, shape<8>>>{&zeros<16>[0]}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | transpose_conv2d(w, {.stride = 2, .h = 16, .w = 16});
});
