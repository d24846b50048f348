// EXPECT: error::broadcast_to_repeats_sizes_of_1_alone, 4, 8>
// EXPECT: broadcast_to_sizes.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | broadcast_to<4, 8, 2>;
});
