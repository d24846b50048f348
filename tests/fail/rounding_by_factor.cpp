// EXPECT: error::this_rounding_needs_formats_whose_units_are_powers_of_two, 0, 0>
// EXPECT: rounding_by_factor.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<affine<std::int8_t, 0.5>, shape<4>>> x) {
  using namespace etch::dsl;
  return x | to<affine<std::int8_t, 0.3>, etch::rounding::toward_zero>;
});
