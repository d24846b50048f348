// EXPECT: error::concat_joins_two_to_sixteen_values, 1, 0>
// EXPECT: concat_one_value.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return concat(x);
});
