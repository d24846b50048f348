// EXPECT: error::hard_swish_the_scale_of_the_output_is_below_one_128th_of_that_of_the_value, 0, 0>
// EXPECT: hard_swish_scale.cpp:11:
#include "support.hpp"

using value = tensor<affine<std::int8_t, 1.0>, shape<4, 4, 8>>;
constexpr etch::format other = affine<std::int8_t, 0.007>::descriptor;

// As the reader of .tflite files does: the output may have another format than the input.
inline constexpr auto graph = etch::graph([](input<value> x) {
  const etch::wire all[1]{x};
  return etch::detail::apply(etch::ops::hard_swish{}, all, 1, &other, etch::rounding::standard);
});
