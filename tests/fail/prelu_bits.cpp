// EXPECT: error::the_value_times_its_slope_in_units_of_the_output_needs_more_than_31_bits, 33, 31>
// EXPECT: prelu_bits.cpp:9:
#include "support.hpp"

using code = affine<std::int16_t, 1.0>;
using slope = tensor<affine<std::int8_t, 0.0078125>, shape<8>>;
inline constexpr auto graph = etch::graph([](input<tensor<code, shape<8>>> x) {
  using namespace etch::dsl;
  return prelu<affine<std::int16_t, 0x1p-16>>(x, constant<slope>{zeros<8>});
});
