// EXPECT: error::a_value_has_one_scale_not_one_for_each_channel, 3, 0>
// EXPECT: value_channel_scales.cpp:13:
#include "support.hpp"

inline constexpr double scales[3] = {0.01, 0.02, 0.03};

inline constexpr constant<tensor<affine_channels<std::int8_t, scales>, shape<3, 3>, ohwi>> rows{
    &zeros<9>[0]};

inline constexpr auto graph =
    etch::graph([](input<tensor<affine<std::int8_t, 0.1>, shape<2, 3>>> x) {
      using namespace etch::dsl;
      return batch_matmul<affine<std::int8_t, 0.1>>(x, rows);
    });
