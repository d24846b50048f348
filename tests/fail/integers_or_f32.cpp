// EXPECT: error::this_operator_takes_integers_or_f32_say_to_F_before, 0, 0>
// EXPECT: integers_or_f32.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<etch::bf16, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | arg_max(-1);
});
