// EXPECT: error::a_bias_of_64_bits_needs_integers_of_more_than_8_bits, 8, 8>
// EXPECT: bias_of_64_bits.cpp:11:
#include "support.hpp"

constexpr parameters fc{constant<tensor<affine<std::int8_t, 0.01>, shape<10, 16>>>{zeros<10 * 16>},
                        constant<tensor<etch::bias64, shape<10>>>{zeros<8 * 10>}};

using value = tensor<affine<std::int8_t, 0.05>, shape<16>>;
inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return x | dense(fc) | to<affine<std::int8_t, 0.1>>;
});
