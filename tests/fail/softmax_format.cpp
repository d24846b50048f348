// EXPECT: error::softmax_takes_values_of_8_or_16_bits_or_f32, 32, 0>
// EXPECT: softmax_format.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 31>, shape<10>>> x) {
  using namespace etch::dsl;
  return x | softmax;
});
