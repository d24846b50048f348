// EXPECT: error::to_one_unit_of_the_value_is_more_than_2_to_the_30_units_of_the_output, 0, 0>
// EXPECT: to_a_far_unit.cpp:9:
#include "support.hpp"

using value = tensor<affine<std::int8_t, 1000.0>, shape<10>>;

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return x | to<affine<std::int8_t, 1e-7>>;
});
