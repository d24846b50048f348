// EXPECT: error::the_bias_has_more_fraction_bits_than_the_sum, 15, 14>
// EXPECT: bias_fraction_bits.cpp:10:
#include "support.hpp"

constexpr parameters fc{constant<tensor<q<0, 7>, shape<10, 16>>>{zeros<10 * 16>},
                        constant<tensor<q<0, 15>, shape<10>>>{zeros<2 * 10>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<16>>> x) {
  using namespace etch::dsl;
  return x | dense(fc) | to<q<2, 5>>;
});
