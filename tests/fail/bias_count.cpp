// EXPECT: error::the_bias_needs_one_number_for_each_output_channel, 16, 10>
// EXPECT: bias_count.cpp:10:
#include "support.hpp"

constexpr parameters fc{constant<tensor<q<0, 7>, shape<10, 16>>>{zeros<10 * 16>},
                        constant<tensor<q<0, 7>, shape<16>>>{zeros<16>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<16>>> x) {
  using namespace etch::dsl;
  return x | dense(fc) | to<q<2, 5>>;
});
