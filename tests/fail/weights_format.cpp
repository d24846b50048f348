// EXPECT: error::the_weights_and_the_value_are_of_formats_that_do_not_multiply, 0, 0>
// EXPECT: weights_format.cpp:9:
#include "support.hpp"

constexpr parameters fc{constant<tensor<f32, shape<10, 16>>>{zeros<4 * 10 * 16>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<16>>> x) {
  using namespace etch::dsl;
  return x | dense(fc) | to<q<2, 5>>;
});
