// EXPECT: error::bonsai_the_shape_of_an_input_does_not_fit_the_others, 3, 0>
// EXPECT: bonsai_shape.cpp:13:
#include "support.hpp"

#include <etch/tree/bonsai.hpp>

inline constexpr constant<tensor<f32, shape<1, 8>>> t{&zeros<32>[0]};
inline constexpr constant<tensor<f32, shape<3, 4, 8>>> w{&zeros<384>[0]};
inline constexpr constant<tensor<f32, shape<3, 5, 8>>> v{&zeros<480>[0]};
inline constexpr auto graph =
    etch::graph<etch::tree::operators>([](input<tensor<f32, shape<8>>> x) {
      using namespace etch::dsl;
      return bonsai<f32>(x, {}, t, w, v);
    });
