// EXPECT: error::a_bias_of_64_bits_needs_affine_values_of_16_bits_and_weights_of_8, 8, 8>
// EXPECT: bias64_formats.cpp:10:
#include "support.hpp"

constexpr parameters fc{constant<tensor<affine<std::int8_t, 1.0>, shape<10, 16>>>{zeros<10 * 16>},
                        constant<tensor<etch::bias64, shape<10>>>{zeros<8 * 10>}};

inline constexpr auto graph = etch::graph([](input<tensor<affine<std::int8_t, 1.0>, shape<16>>> x) {
  using namespace etch::dsl;
  return x | dense(fc) | to<affine<std::int8_t, 1.0>>;
});
