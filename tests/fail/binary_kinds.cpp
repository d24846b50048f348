// EXPECT: error::the_two_values_and_the_output_need_formats_of_one_kind, 0, 0>
// EXPECT: binary_kinds.cpp:10:
#include "support.hpp"

using first = tensor<q<0, 7>, shape<4, 4, 2>>;
using second = tensor<affine<std::int8_t, 0.05>, shape<4, 4, 2>>;

inline constexpr auto graph = etch::graph([](input<first> x, input<second> z) {
  using namespace etch::dsl;
  return sub<q<0, 7>>(x, z);
});
