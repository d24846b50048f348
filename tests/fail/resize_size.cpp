// EXPECT: error::resize_takes_and_makes_1_to_65536_rows_and_columns_of_three_or_four_dimensions, 0, 3>
// EXPECT: resize_size.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 4>>> x) {
  using namespace etch::dsl;
  return x | resize_nearest<0, 8>();
});
