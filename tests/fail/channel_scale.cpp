// EXPECT: affine_channels: every scale is a positive number: scale_of_channel<channel, sort>
// EXPECT: scale_of_channel<2, etch::
// EXPECT: scale_sort::not_a_number>::usable
// EXPECT: channel_scale.cpp:10:
#include "support.hpp"

constexpr double scales[4]{0.1, 0.2, __builtin_nan(""), 0.4};

using weights = tensor<affine_channels<std::int8_t, scales>, shape<4, 3, 3, 1>, ohwi>;
constexpr etch::operand described = etch::describe<weights>();
