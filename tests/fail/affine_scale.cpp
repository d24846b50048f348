// EXPECT: affine: the scale is a positive number
// EXPECT: affine_scale.cpp:7:
#include "support.hpp"

using pixel = tensor<affine<std::int8_t, 0.0, -128>, shape<8, 8, 1>>;

constexpr etch::operand described = etch::describe<pixel>();
