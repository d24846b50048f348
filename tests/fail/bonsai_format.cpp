// EXPECT: error::bonsai_the_format_of_an_input_does_not_fit_the_others, 2, 0>
// EXPECT: bonsai_format.cpp:14:
#include "support.hpp"

#include <etch/tree/bonsai.hpp>

using code = q<0, 7>;
inline constexpr constant<tensor<code, shape<1, 8>>> t{&zeros<8>[0]};
inline constexpr constant<tensor<f32, shape<3, 4, 8>>> w{&zeros<384>[0]};
inline constexpr constant<tensor<code, shape<3, 4, 8>>> v{&zeros<96>[0]};
inline constexpr auto graph =
    etch::graph<etch::tree::operators>([](input<tensor<code, shape<8>>> x) {
      using namespace etch::dsl;
      return bonsai<code>(x, {}, t, w, v);
    });
