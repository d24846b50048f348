// EXPECT: error::proto_nn_the_format_of_an_input_does_not_fit_the_others, 2, 0>
// EXPECT: proto_nn_format.cpp:11:
#include "support.hpp"

using code = q<0, 7>;
inline constexpr constant<tensor<code, shape<3, 8>, ohwi>> w{&zeros<24>[0]};
inline constexpr constant<tensor<code, shape<5, 3>, ohwi>> b{&zeros<15>[0]};
inline constexpr constant<tensor<code, shape<5, 4>, ohwi>> z{&zeros<20>[0]};
inline constexpr auto graph = etch::graph([](input<tensor<code, shape<8>>> x) {
  using namespace etch::dsl;
  return proto_nn<code>(x, {.inner_bits = 8}, w, b, z);
});
