// EXPECT: error::concat_the_values_have_different_sizes_beside_the_axis, 8, 4>
// EXPECT: concat_sizes.cpp:10:
#include "support.hpp"

using first = tensor<q<0, 7>, shape<8, 8, 4>>;
using second = tensor<q<0, 7>, shape<4, 4, 4>>;

inline constexpr auto graph = etch::graph([](input<first> a, input<second> b) {
  using namespace etch::dsl;
  return concat(a, b);
});
