// EXPECT: error::leaky_relu_keeps_the_format_but_for_affine_scales_and_zero_points, 0, 0>
// EXPECT: leaky_relu_format.cpp:11:
#include "support.hpp"

using value = tensor<affine<std::int8_t, 0.5>, shape<4, 4, 8>>;
constexpr etch::format other = affine<std::int16_t, 0.5>::descriptor;

// As the reader of .tflite files does: the output may have another format than the input.
inline constexpr auto graph = etch::graph([](input<value> x) {
  const etch::wire all[1]{x};
  return etch::detail::apply(etch::ops::leaky_relu{}, all, 1, &other, etch::rounding::standard);
});
