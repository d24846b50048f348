// EXPECT: error::softmax_one_code_of_16_bits_times_beta_is_less_than_5, 0, 0>
// EXPECT: softmax_scale.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<affine<std::int16_t, 5.1>, shape<4>>> x) {
  using namespace etch::dsl;
  return x | softmax;
});
