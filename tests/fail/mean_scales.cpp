// EXPECT: error::global_avg_pool_the_scales_of_value_and_mean_are_too_far_apart, 0, 0>
// EXPECT: mean_scales.cpp:11:
#include "support.hpp"

using picture = tensor<affine<std::int8_t, 0.5>, shape<4, 4, 8>>;
constexpr etch::format fine = affine<std::int8_t, 1e-12>::descriptor;

// As the reader of .tflite files does: MEAN may have another format than its input.
inline constexpr auto graph = etch::graph([](input<picture> x) {
  const etch::wire all[1]{x};
  return etch::detail::apply(etch::ops::global_avg_pool{}, all, 1, &fine,
                             etch::rounding::tflite_double);
});
