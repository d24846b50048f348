// EXPECT: error::bonsai_the_depth_is_1_to_10, 0, 0>
// EXPECT: bonsai_depth.cpp:12:
#include "support.hpp"

#include <etch/tree/bonsai.hpp>

inline constexpr constant<tensor<f32, shape<1, 8>>> t{&zeros<32>[0]};
inline constexpr constant<tensor<f32, shape<3, 4, 8>>> w{&zeros<384>[0]};
inline constexpr auto graph =
    etch::graph<etch::tree::operators>([](input<tensor<f32, shape<8>>> x) {
      using namespace etch::dsl;
      return bonsai<f32>(x, {.depth = 0}, t, w, w);
    });
