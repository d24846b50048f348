// EXPECT: error::the_window_is_larger_than_the_padded_input, 12, 11>
// EXPECT: window_too_large.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | max_pool<12>({.pad = pad(1, 0, 2, 0)});
});
