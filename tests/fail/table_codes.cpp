// EXPECT: error::a_table_needs_the_codes_of_y_for_each_code_of_x, 255, 256>
// EXPECT: table_codes.cpp:8:
#include "support.hpp"

inline constexpr std::int8_t codes[255]{};
inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<4>>> x) {
  using namespace etch::dsl;
  return x | table(constant<tensor<q<0, 7>, shape<255>>>{codes});
});
