// EXPECT: input: bias32 and bias64 are formats of biases, not of values
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<etch::bias32, shape<4>>> x) {
  using namespace etch::dsl;
  return x | to<affine<std::int8_t, 0.1>>;
});
