// EXPECT: error::dynamic_range_is_for_f32_values_with_affine_weights_of_at_most_9_bits, 8, 0>
// EXPECT: dynamic_range_format.cpp:10:
#include "support.hpp"

using weights = tensor<q<0, 7>, shape<10, 16>, ohwi>;
constexpr parameters inner{constant<weights>{zeros<160>}};

inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<16>>> x) {
  using namespace etch::dsl;
  return x | dynamic_range(dense(inner));
});
