// EXPECT: error::a_function_ends_in_an_integer_format_of_at_most_16_bits, 32, 0>
// EXPECT: function_output.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | tanh_to<q<0, 31>>;
});
