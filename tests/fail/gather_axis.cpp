// EXPECT: error::gather_the_value_has_no_such_axis, 3, 3>
// EXPECT: gather_axis.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return gather<3>(x, x | to<q<31, 0>>);
});
