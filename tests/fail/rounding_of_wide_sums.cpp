// EXPECT: error::this_rounding_is_not_for_sums_of_64_bits, 0, 0>
// EXPECT: rounding_of_wide_sums.cpp:12:
#include "support.hpp"

using value = tensor<affine<std::int16_t, 1.0>, shape<16>>;

constexpr parameters fc{constant<tensor<affine<std::int8_t, 1.0>, shape<10, 16>>>{zeros<10 * 16>},
                        constant<tensor<etch::bias64, shape<10>>>{zeros<8 * 10>}};

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return x | dense(fc) | to<affine<std::int16_t, 1.0>, etch::rounding::half_even>;
});
