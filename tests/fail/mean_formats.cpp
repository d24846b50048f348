// EXPECT: error::global_avg_pool_a_mean_in_another_format_needs_affine_formats_of_equal_bits, 8, 16>
// EXPECT: mean_formats.cpp:11:
#include "support.hpp"

using picture = tensor<affine<std::int8_t, 0.5>, shape<4, 4, 8>>;
constexpr etch::format wide = affine<std::int16_t, 0.5>::descriptor;

// As the reader of .tflite files does: MEAN may have another format than its input.
inline constexpr auto graph = etch::graph([](input<picture> x) {
  const etch::wire all[1]{x};
  return etch::detail::apply(etch::ops::global_avg_pool{}, all, 1, &wide,
                             etch::rounding::tflite_double);
});
