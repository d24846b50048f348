// EXPECT: error::mul_the_shift_of_the_product_is_more_than_30_places, 31, 30>
// EXPECT: mul_shift.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return mul<q<24, -17>>(x, x);
});
