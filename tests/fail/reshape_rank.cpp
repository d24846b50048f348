// EXPECT: error::reshape_takes_one_to_five_dimensions_of_which_one_may_be_minus_1, 2, 0>
// EXPECT: reshape_rank.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | reshape<-1, -1>;
});
