// EXPECT: error::pad_the_value_has_no_such_dimension, 2, 3>
// EXPECT: pad_rank.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<4, 4>>> x) {
  using namespace etch::dsl;
  return x | pad({.top = 1});
});
