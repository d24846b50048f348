// EXPECT: error::softmax_takes_q_in_8_bits_affine_int8_or_f32, 16, 0>
// EXPECT: softmax_format.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 15>, shape<10>>> x) {
  using namespace etch::dsl;
  return x | softmax;
});
