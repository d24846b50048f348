// EXPECT: error::to_more_than_16_bits_are_reached_from_f32_from_16_bits_or_by_a_shift_only, 32, 0>
// EXPECT: to_32_bits.cpp:9:
#include "support.hpp"

using value = tensor<affine<std::int32_t, 0.05>, shape<10>>;

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return x | to<affine<std::int32_t, 0.1>>;
});
