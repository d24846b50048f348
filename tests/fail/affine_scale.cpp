// EXPECT: affine: the scale is a positive number: scale_is<sort>
// EXPECT: scale_sort::zero>::usable
// EXPECT: affine_scale.cpp:8:
#include "support.hpp"

using pixel = tensor<affine<std::int8_t, 0.0, -128>, shape<8, 8, 1>>;

constexpr etch::operand described = etch::describe<pixel>();
