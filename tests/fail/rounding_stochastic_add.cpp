// EXPECT: error::stochastic_rounding_is_for_to_F_alone, 0, 0>
// EXPECT: rounding_stochastic_add.cpp:9:
#include "support.hpp"

using value = tensor<etch::q<3, 12>, shape<16>>;

inline constexpr auto graph = etch::graph([](input<value> x) {
  using namespace etch::dsl;
  return add<etch::q<3, 4>, etch::stochastic(7)>(x, x);
});
