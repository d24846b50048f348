// EXPECT: error::the_bias_needs_the_format_of_the_sum_bias32_q_or_f32, 0, 0>
// EXPECT: bias_format.cpp:14:
// WITHIN: 10 lines: refusal_at<14,
// WITHIN: 10 lines: error::the_bias_needs_the_format_of_the_sum_bias32_q_or_f32, 0, 0>
// LINES-GCC: 35
// LINES-CLANG: 62
#include "support.hpp"

constexpr parameters fc{constant<tensor<q<0, 7>, shape<10, 16>>>{zeros<10 * 16>},
                        constant<tensor<f32, shape<10>>>{zeros<4 * 10>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<16>>> x) {
  using namespace etch::dsl;
  return x | dense(fc) | to<q<2, 5>>;
});
