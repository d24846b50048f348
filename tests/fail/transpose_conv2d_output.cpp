// EXPECT: error::transpose_conv2d_a_stride_the_output_or_the_padding_is_out_of_range, 0, 0>
// EXPECT: transpose_conv2d_output.cpp:10:
#include "support.hpp"

inline constexpr parameters w{constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>>{&zeros<288>[0]},
                              constant<tensor<q<8, 7>, shape<8>>>{&zeros<16>[0]}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | transpose_conv2d(w, {.stride = 2, .top = 3, .h = 16, .w = 16});
});
