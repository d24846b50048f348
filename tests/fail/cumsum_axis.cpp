// EXPECT: error::cumsum_has_no_such_axis, 3, 3>
// EXPECT: cumsum_axis.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<7, 8>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | cumsum(3);
});
