// EXPECT: error::add_the_fraction_bits_of_the_values_are_too_far_apart, 40, 29>
// EXPECT: add_fraction_bits.cpp:10:
#include "support.hpp"

using first = tensor<q<-16, 23>, shape<16>>;
using second = tensor<q<16, -9>, shape<16>>;

inline constexpr auto graph = etch::graph([](input<first> a, input<second> b) {
  using namespace etch::dsl;
  return add<q<4, 3>>(a, b);
});
