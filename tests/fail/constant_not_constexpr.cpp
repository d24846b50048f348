// EXPECT-GCC: note: 'trained' was not declared 'constexpr'
// EXPECT-CLANG: must be initialized by a constant expression
// EXPECT: constant_not_constexpr.cpp:6:19: note:
#include "support.hpp"

const std::int8_t trained[2] = {1, 2};

constexpr parameters fc{constant<tensor<q<0, 7>, shape<1, 2>>>{trained}};
inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<2>>> x) {
  using namespace etch::dsl;
  return x | dense(fc) | to<q<0, 7>>;
});
