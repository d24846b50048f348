// EXPECT: error::the_padding_is_as_large_as_the_window, 2, 2>
// EXPECT: padding_too_large.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | max_pool<2>({.pad = pad(2)});
});
