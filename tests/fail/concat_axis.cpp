// EXPECT: error::concat_the_values_have_no_such_axis, 3, 3>
// EXPECT: concat_axis.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return concat<3>(x, x);
});
