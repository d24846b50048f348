// EXPECT: error::reshape_the_new_shape_has_another_number_of_elements, 255, 256>
// EXPECT: reshape_size.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | reshape<15, 17>;
});
