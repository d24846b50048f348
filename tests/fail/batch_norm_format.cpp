// EXPECT: error::batch_norm_takes_f32_alone, 0, 0>
// EXPECT: batch_norm_format.cpp:9:
#include "support.hpp"

constexpr constant<tensor<f32, shape<3>>> three{zeros<4 * 3>};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<4, 4, 3>>> x) {
  using namespace etch::dsl;
  return x | batch_norm(three, three);
});
