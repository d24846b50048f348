// EXPECT: error::to_the_value_in_units_of_the_output_needs_more_than_31_bits, 33, 31>
// EXPECT: to_value_bits.cpp:9:
#include "support.hpp"

using value = tensor<affine<std::int8_t, 1.0, 3>, shape<10>>;

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return x | to<affine<std::int8_t, 1e-7>>;
});
