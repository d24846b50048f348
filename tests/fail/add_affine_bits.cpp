// EXPECT: error::add_affine_values_and_their_sum_need_the_same_8_or_16_bits, 8, 16>
// EXPECT: add_affine_bits.cpp:10:
#include "support.hpp"

using first = tensor<affine<std::int8_t, 0.05>, shape<16>>;
using second = tensor<affine<std::int8_t, 0.1>, shape<16>>;

inline constexpr auto graph = etch::graph([](input<first> a, input<second> b) {
  using namespace etch::dsl;
  return add<affine<std::int16_t, 0.001>>(a, b);
});
