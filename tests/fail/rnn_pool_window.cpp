// EXPECT: error::rnn_pool_the_window_lies_inside_the_value_and_has_a_stride_of_1_or_more, 6, 2>
// EXPECT: rnn_pool_window.cpp:10:
#include "support.hpp"

inline constexpr constant<tensor<f32, shape<6, 4>, ohwi>> w{&zeros<96>[0]};
inline constexpr constant<tensor<f32, shape<6, 6>, ohwi>> u{&zeros<144>[0]};
inline constexpr constant<tensor<f32, shape<6>>> b{&zeros<24>[0]};
inline constexpr auto graph = etch::graph([](input<tensor<f32, shape<5, 8, 4>>> x) {
  using namespace etch::dsl;
  return rnn_pool<f32, 6, 2>(x, {}, w, u, b, b, u, u, b, b);
});
