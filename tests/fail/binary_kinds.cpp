// EXPECT: error::the_two_values_and_the_output_need_formats_of_one_kind, 0, 0>
// EXPECT: binary_kinds.cpp:8:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<4, 4, 2>>> x,
                                            input<tensor<affine<std::int8_t, 0.05>, shape<4, 4, 2>>> z) {
  using namespace etch::dsl;
  return sub<q<0, 7>>(x, z);
});
