// EXPECT: error::a_table_is_for_integer_values_of_at_most_8_bits, 16, 0>
// EXPECT: table_bits.cpp:8:
#include "support.hpp"

inline constexpr std::int8_t codes[256]{};
inline constexpr auto graph = etch::graph([](input<tensor<q<0, 15>, shape<4>>> x) {
  using namespace etch::dsl;
  return x | table(constant<tensor<q<0, 7>, shape<256>>>{codes});
});
