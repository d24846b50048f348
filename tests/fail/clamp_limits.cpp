// EXPECT: error::clamp_the_lower_code_is_above_the_upper_code, 10, -10>
// EXPECT: clamp_limits.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | clamp(10, -10);
});
