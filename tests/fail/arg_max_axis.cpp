// EXPECT: error::arg_max_the_value_has_no_such_axis, 3, 3>
// EXPECT: arg_max_axis.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | arg_max(3);
});
