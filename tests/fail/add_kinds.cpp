// EXPECT: error::add_the_values_and_the_sum_need_formats_of_one_kind, 0, 0>
// EXPECT: add_kinds.cpp:10:
#include "support.hpp"

using first = tensor<q<0, 7>, shape<8, 8, 4>>;
using second = tensor<f32, shape<8, 8, 4>>;

inline constexpr auto graph = etch::graph([](input<first> a, input<second> b) {
  using namespace etch::dsl;
  return add<q<1, 6>>(a, b);
});
