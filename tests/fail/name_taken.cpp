// EXPECT: error::this_name_is_taken_by_another_value, 0, 0>
// EXPECT: name_taken.cpp:8:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  auto a = x | relu | tap("a");
  return a | max_pool<2> | tap("a");
});
