// EXPECT: error::a_constant_has_a_code_outside_its_format, 2048, 12>
// EXPECT: constant_code_outside.cpp:8:
#include "support.hpp"

inline constexpr std::int16_t weights[4] = {-2048, 2047, 0, 2048};
inline constexpr constant<tensor<q<3, 8>, shape<1, 4>, ohwi>> filters{weights};

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 8>, shape<4>>> x) {
  using namespace etch::dsl;
  return x | dense(parameters{filters}) | to<q<3, 8>>;
});
