// EXPECT: error::to_one_unit_of_the_64_bit_sum_is_more_than_2_to_the_14_units_of_the_output, 0, 0>
// EXPECT: to_far_64_bit_sum.cpp:12:
#include "support.hpp"

using value = tensor<affine<std::int16_t, 1.0>, shape<16>>;

constexpr parameters fc{constant<tensor<affine<std::int8_t, 1.0>, shape<10, 16>>>{zeros<10 * 16>},
                        constant<tensor<etch::bias64, shape<10>>>{zeros<8 * 10>}};

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return x | dense(fc) | to<affine<std::int16_t, 1e-5>>;
});
