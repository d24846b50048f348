// EXPECT: error::to_a_value_cannot_be_given_the_format_of_a_sum, 0, 0>
// EXPECT: to_a_sum.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<10>>> x) {
  using namespace etch::dsl;
  return x | to<etch::bias32>;
});
