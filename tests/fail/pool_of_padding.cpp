// EXPECT: error::a_window_of_the_pool_holds_padding_only, 0, 0>
// EXPECT: pool_of_padding.cpp:10:
#include "support.hpp"

// The cells of the first window are rows -2 and 1 of a value with one row.
inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<1, 8, 4>>> x) {
  using namespace etch::dsl;
  constexpr etch::ops::max_pool pool{{2, 1},
                                     {.stride = 1, .dilation = {3, 1}, .pad = pad(2, 0, 2, 0)}};
  return x | pool;
});
