// EXPECT: error::concat_the_values_have_different_formats_say_to_F_before, 1, 0>
// EXPECT: concat_formats.cpp:10:
#include "support.hpp"

using first = tensor<q<0, 7>, shape<8, 8, 4>>;
using second = tensor<q<2, 5>, shape<8, 8, 4>>;

inline constexpr auto graph = etch::graph([](input<first> a, input<second> b) {
  using namespace etch::dsl;
  return concat(a, b);
});
