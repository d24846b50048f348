// EXPECT: error::dense_the_weights_need_two_dimensions_O_K, 3, 0>
// EXPECT: dense_weights_rank.cpp:9:
#include "support.hpp"

constexpr parameters fc{constant<tensor<q<0, 7>, shape<10, 4, 4>>>{zeros<10 * 4 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<16>>> x) {
  using namespace etch::dsl;
  return x | dense(fc) | to<q<2, 5>>;
});
