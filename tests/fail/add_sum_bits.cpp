// EXPECT: error::the_affine_sum_in_units_of_the_output_needs_more_than_31_bits, 34, 31>
// EXPECT: add_sum_bits.cpp:10:
#include "support.hpp"

using value = tensor<affine<std::int8_t, 1.0, 3>, shape<10>>;
using fine = affine<std::int8_t, 1e-7, 0>;

inline constexpr auto graph = etch::graph([](input<value> x, input<value> y) {
  using namespace etch::dsl;
  return add<fine>(x, y);
});
