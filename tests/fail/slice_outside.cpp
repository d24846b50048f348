// EXPECT: error::slice_reaches_outside_of_the_value, 1, 3>
// EXPECT: slice_outside.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | slice(range{0, 8}, range{1, 4, 3}, range{0, 4});
});
