// EXPECT: error::an_input_of_the_graph_is_never_read, 1, 0>
// EXPECT: input_never_read.cpp:7:
#include "support.hpp"

using picture = tensor<q<0, 7>, shape<8, 8, 4>>;

inline constexpr auto graph = etch::graph([](input<picture> left, input<picture> right) {
  using namespace etch::dsl;
  return left | max_pool<2>;
});
