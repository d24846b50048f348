// EXPECT: error::a_power_is_one_of_numbers_with_a_point_of_their_own_say_to_f32_before, 8, 0>
// EXPECT: power_format.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return power<q<3, 4>>(x, x);
});
