// EXPECT: error::a_function_is_for_integer_values_of_at_most_16_bits, 32, 0>
// EXPECT: function_format.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | tanh_to<q<0, 7>>;
});
