// EXPECT: error::this_value_has_a_name_already, 0, 0>
// EXPECT: named_twice.cpp:8:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  auto a = x | relu | tap("a");
  return a | tap("b");
});
