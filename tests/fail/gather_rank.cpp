// EXPECT: error::gather_the_output_has_one_to_five_dimensions, 6, 0>
// EXPECT: gather_rank.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return gather<0>(x, x | to<q<31, 0>> | reshape<2, 2, 4, 2>);
});
