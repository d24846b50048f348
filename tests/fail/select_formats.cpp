// EXPECT: error::select_the_values_have_different_formats_say_to_F_before, 0, 0>
// EXPECT: select_formats.cpp:7:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<3, 4>, shape<4, 4, 2>>> x) {
  using namespace etch::dsl;
  return select(compare<etch::comparison::less>(x, x), x, x | to<q<2, 5>>);
});
