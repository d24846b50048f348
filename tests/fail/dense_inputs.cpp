// EXPECT: error::dense_the_weights_read_another_number_of_inputs_than_the_value_has, 10, 16>
// EXPECT: dense_inputs.cpp:9:
#include "support.hpp"

constexpr parameters fc{constant<tensor<q<0, 7>, shape<16, 10>>>{zeros<16 * 10>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<16>>> x) {
  using namespace etch::dsl;
  return x | dense(fc) | to<q<2, 5>>;
});
