// EXPECT: error::softmax_beta_is_a_positive_number_and_1_for_q_values, 0, 0>
// EXPECT: softmax_beta.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<10>>> x) {
  using namespace etch::dsl;
  return x | etch::ops::softmax::with_beta(0.5F);
});
